import type { ChannelKind } from '#values/channelKinds.ts'

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
