/** Where people see a listing's link. `own` has a name that the agent gives it. */
export const channelKinds = ['portal', 'poster', 'window', 'signature', 'social', 'own'] as const
export type ChannelKind = (typeof channelKinds)[number]
