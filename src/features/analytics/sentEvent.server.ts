import * as z from 'zod/mini'
import { sentNames } from '#platform/events/events.ts'
import { FileId, ListingId } from '#platform/ids.ts'

/** All that a browser may say of a visit. The rest is found out here. */
export const SentEvent = z.strictObject({
  event: z.enum(sentNames),
  listingId: ListingId,
  pathname: z.string().check(z.regex(/^\/listings\/[^/?#\s]{1,200}\/?$/, 'Not the page of a listing')),
  fileId: z.optional(FileId),
  referrer: z.optional(z.string()),
})
export type SentEvent = z.infer<typeof SentEvent>
