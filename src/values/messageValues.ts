/** The values of columns about messages to buyers. Safe in the browser. */

export const messageKinds = [
  'auction_brought_forward',
  'price',
  'open_home',
  'offer_deadline',
  'sold',
  'other',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** Why a lead gets no email. */
export const exclusionReasons = ['unsubscribed', 'bounced', 'no_email', 'access_removed', 'same_person'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Which leads of a listing get a message. Without a filter, all of them. */
export interface MessageAudience {
  /** `warm` includes the hot ones. */
  /** Only these, which the agent selected. */
  leadIds?: string[]
  heat?: 'hot' | 'warm'
  statuses?: ('new' | 'contacted' | 'viewing' | 'offer' | 'closed')[]
  /** Only those who asked for updates: `audience.server.ts` says who did. */
  wantsUpdates?: boolean
  /** Only those who came to one of the open homes. */
  cameToOpenHome?: boolean
}
