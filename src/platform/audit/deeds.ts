import * as z from 'zod/mini'
import { FileId, ListingId } from '../ids.ts'

const Nothing = z.strictObject({})
const AtListing = z.strictObject({ listingId: ListingId })
const Status = z.string().check(z.regex(/^[a-z_]{1,40}$/))

/** What can be done with an account, and what is kept about it. */
export const deeds = {
  signed_in: Nothing,
  sign_in_failed: Nothing,
  sessions_ended: z.strictObject({ sessions: z.int().check(z.positive()) }),
  reset_requested: Nothing,
  password_reset: Nothing,
  password_changed: Nothing,
  email_changed: Nothing,
  subscription_changed: z.strictObject({ from: z.nullable(Status), to: Status, ending: z.boolean() }),
  export_requested: Nothing,
  downloaded: z.strictObject({ what: z.enum(['everything', 'leads', 'events', 'file']), fileId: z.optional(FileId) }),
  deletion_scheduled: Nothing,
  deletion_undone: Nothing,
  listing_published: AtListing,
  listing_taken_down: AtListing,
  buyer_erased: AtListing,
} as const

export type Deed = keyof typeof deeds
export type Details<D extends Deed = Deed> = z.infer<(typeof deeds)[D]>
