/** Where people see a listing's link. `own` has a name that the agent gives it. */
export const channelKinds = ['portal', 'poster', 'window', 'signature', 'social', 'own'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Those that every listing has. */
export const standardChannelKinds = ['portal', 'poster', 'window', 'signature', 'social'] as const

export const channelKindLabels: Record<ChannelKind, string> = {
  portal: 'Portal ad',
  poster: 'QR poster',
  window: 'Window card',
  signature: 'Email signature',
  social: 'Social media',
  own: 'Your own links',
}

/** "Portal ad", or the name that the agent gave the link. Without a link: "Direct". */
export const channelLabel = (kind: ChannelKind | null, name?: string | null) =>
  kind === null ? 'Direct' : name || channelKindLabels[kind]
