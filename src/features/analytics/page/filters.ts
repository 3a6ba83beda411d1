import { idShape } from '#platform/idShape.ts'
import type { AnalyticsQuestion } from '../analytics.ts'
import { type AnalyticsWish, noWish } from './analyticsWish.ts'

/** What a click on a bar or a figure sets; the listing, the buyer and the days have places of their own. */
export const narrowings = ['place', 'device', 'browser', 'os', 'referrer', 'fileId', 'event'] as const
export type Narrowing = (typeof narrowings)[number]

const asked = [
  'listingId',
  'leadId',
  'range',
  'device',
  'os',
  'browser',
  'place',
  'referrer',
  'fileId',
] as const satisfies (keyof AnalyticsQuestion & keyof AnalyticsWish)[]

/** The same for the calls, which know nothing of empty choices. */
export function questionOf(wish: AnalyticsWish): Partial<AnalyticsQuestion> {
  const keys = wish.range === 'custom' ? ([...asked, 'from', 'to'] as const) : asked
  return Object.fromEntries(keys.filter((key) => wish[key]).map((key) => [key, wish[key]]))
}

/** The log shows one kind of event, or all. */
export const eventsWishOf = (wish: AnalyticsWish) => ({
  ...questionOf(wish),
  ...(wish.event && { event: wish.event }),
})

/** A first click narrows, a second one on the same widens again. */
export const toggled = (wish: AnalyticsWish, by: Narrowing, value: string): Partial<AnalyticsWish> => ({
  ...wish,
  [by]: wish[by] === value ? '' : value,
})

/** Everything again, over the days that are chosen. */
export const widened = ({ range, from, to, compare }: AnalyticsWish): AnalyticsWish => ({
  ...noWish,
  range,
  from,
  to,
  compare,
})

/** Something that may not be there any more. */
export const namesSomething = ({ listingId, leadId, fileId }: AnalyticsWish) => Boolean(listingId || leadId || fileId)

/** The address may name anything; only ids can be asked for. */
export const isAskable = ({ listingId, leadId }: AnalyticsWish) =>
  (listingId === '' || idShape('list').test(listingId)) && (leadId === '' || idShape('lead').test(leadId))

/** Where the same is to be had as a table for a spreadsheet. */
export const csvAddress = (wish: AnalyticsWish) => `/portal/analytics.csv?${new URLSearchParams(eventsWishOf(wish))}`
