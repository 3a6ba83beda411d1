import { leadStatuses, statusLabels } from '#features/leads/leadsSearch.ts'
import type { PillTone } from '#ui/display/Pill.tsx'
import type { MessageAudience, MessageKind } from '#values/messageValues.ts'
import type { ListedMessage } from '../messages.functions.ts'

export const kindNames: Record<MessageKind, string> = {
  auction_brought_forward: 'Auction brought forward',
  price: 'Price',
  open_home: 'Open home',
  offer_deadline: 'Offer deadline',
  sold: 'Sold',
  other: 'Something else',
}

type MessageState = ListedMessage['state']

export const stateNames: Record<MessageState, string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

export const stateTones: Record<MessageState, PillTone> = {
  scheduled: 'attention',
  sending: 'partial',
  sent: 'positive',
  cancelled: 'ended',
}

/** "Everyone who asked about the listing", "Hot leads with the status Viewing or Offer who came to an open home". */
export function audienceText({ leadIds, heat, statuses = [], wantsUpdates, cameToOpenHome }: MessageAudience) {
  const all = leadIds ? 'Selected leads' : 'Everyone'
  const who = heat ? (heat === 'hot' ? 'Hot leads' : 'Hot and warm leads') : all
  const names = leadStatuses.filter((status) => statuses.includes(status)).map((status) => statusLabels[status])
  const conditions = [
    names.length > 0 && `with the status ${names.join(' or ')}`,
    wantsUpdates && 'who asked to be kept up to date',
    cameToOpenHome && `${wantsUpdates ? 'and' : 'who'} came to an open home`,
  ].filter(Boolean)
  return heat || leadIds || conditions.length > 0
    ? [who, ...conditions].join(' ')
    : 'Everyone who asked about this listing'
}

/** Why an email came back, as far as its enhanced status code (RFC 3463) says it: the words of mail servers are for engineers. */
export function bounceText(bounce: string | null) {
  const [code = ''] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(bounce ?? '') ?? []
  if (code.startsWith('5.1.')) return 'Bounced: no such address'
  if (code === '5.2.2') return 'Bounced: their mailbox is full'
  if (code === '5.2.1') return 'Bounced: their mailbox is closed'
  if (code.startsWith('5.7.')) return 'Bounced: their mail server refused it'
  return 'The email bounced'
}
