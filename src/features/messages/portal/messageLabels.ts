import { leadStatuses, statusLabels } from '#features/leads/leadsSearch.ts'
import type { PillTone } from '#ui/display/Pill.tsx'
import {
  type ExclusionReason,
  exclusionReasons,
  type MessageAudience,
  type MessageKind,
} from '#values/messageValues.ts'
import type { ListedMessage } from '../messages.functions.ts'

export const kindNames: Record<MessageKind, string> = {
  auction_brought_forward: 'Auction brought forward',
  price: 'Price',
  open_home: 'Open home',
  offer_deadline: 'Offer deadline',
  sold: 'Sold',
  other: 'Something else',
}

/** Beside the name of someone who was left out. */
export const exclusionTexts: Record<ExclusionReason, string> = {
  unsubscribed: 'Unsubscribed from your agency’s messages',
  bounced: 'Emails to this address come back',
  no_email: 'No email address',
  access_removed: 'You removed their access',
  same_person: 'The same person as another lead',
}

/** After a number: "3 unsubscribed". */
const exclusionCounts: Record<ExclusionReason, string> = {
  unsubscribed: 'unsubscribed',
  bounced: 'whose emails come back',
  no_email: 'without an email address',
  access_removed: 'whose access you removed',
  same_person: 'listed twice',
}

/** "3 unsubscribed, 1 without an email address". */
export const exclusionSummary = (excluded: Partial<Record<ExclusionReason, number>>) =>
  exclusionReasons
    .filter((reason) => excluded[reason])
    .map((reason) => `${excluded[reason]} ${exclusionCounts[reason]}`)
    .join(', ')

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

/** The other places differ by buyer, or are signed with the agent's name. */
export const fillListing = (text: string, title: string) => text.replaceAll(/\{\s*listing\s*\}/gi, () => title)
