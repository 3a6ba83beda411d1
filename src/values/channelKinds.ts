/** Where people see a listing's link. `own` has a name that the agent gives it. */
export const channelKinds = ['portal', 'poster', 'window', 'signature', 'social', 'own'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Those that every listing has. */
export const standardChannelKinds = ['portal', 'poster', 'window', 'signature', 'social'] as const
