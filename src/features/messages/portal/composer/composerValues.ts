import * as z from 'zod/mini'
import { ListingFacts } from '#features/listings/facts/facts.schema.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'
import { messageKinds } from '#values/messageValues.ts'
import { HOUR_MS } from '#values/time.ts'
import { Audience, MessageTexts } from '../../messages.schema.ts'

/** What the form has. The time of a scheduled message is on the agent's clock. */
export const ComposerValues = z
  .strictObject({
    kind: z.enum(messageKinds),
    audience: Audience,
    ...MessageTexts.shape,
    calendarEntry: z.string(),
    /** What the listing shows, which a message about the price may change. */
    price: ListingFacts.shape.price,
    priceText: ListingFacts.shape.priceText,
    when: z.enum(['now', 'later']),
    sendAt: z.string(),
  })
  .check(
    z.refine(({ when, sendAt }) => when === 'now' || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(sendAt), {
      error: 'Please choose a day and a time',
      path: ['sendAt'],
    }),
  )
export type ComposerValues = z.infer<typeof ComposerValues>

/** Without the time, as the preview and the test need it. */
export const messageDraft = (listingId: string, { kind, audience, subject, body, calendarEntry }: ComposerValues) => ({
  ...{ listingId, kind, audience, subject, body },
  ...(calendarEntry && { calendarEntry }),
})

/** What the server stores. The new price is shown at once, also if the message is sent later. */
export function messageInput(
  listing: PricedListing & { id: string; version: number },
  values: ComposerValues,
  { creationKey, timeZone }: { creationKey: string; timeZone: string },
) {
  const sendAt = scheduledFor(values, timeZone)?.toISOString()
  const { price, priceText } = values
  return {
    ...messageDraft(listing.id, values),
    ...{ creationKey, ...(sendAt && { sendAt }) },
    ...(isPriceNew(listing, values) && { facts: { version: listing.version, price, priceText } }),
  }
}

type PricedListing = Pick<ComposerValues, 'price' | 'priceText'>

/** Only a message about the price changes it. */
export const isPriceNew = (
  listing: PricedListing,
  { kind, price, priceText }: Pick<ComposerValues, 'kind' | 'price' | 'priceText'>,
) => kind === 'price' && (price !== listing.price || (priceText ?? '') !== (listing.priceText ?? ''))

/** Missing for a message that is sent at once. */
export const scheduledFor = ({ when, sendAt }: Pick<ComposerValues, 'when' | 'sendAt'>, timeZone: string) =>
  when === 'later' ? fromWallTime(sendAt, timeZone) : undefined

/** The next full hour, at least an hour ahead. */
export const defaultSendAt = (timeZone: string, now = new Date()) =>
  toWallTime(new Date(Math.ceil(now.getTime() / HOUR_MS + 1) * HOUR_MS), timeZone)
