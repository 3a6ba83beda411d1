import * as z from 'zod/mini'
import { FileId, ListingId } from '#platform/input/fieldSchemas.ts'

const NoDetails = z.strictObject({})
const AtListing = z.strictObject({ listingId: ListingId })
const Status = z.string().check(z.regex(/^[a-z_]{1,40}$/))

/** Every action in the activity log, with the details that are stored. */
export const auditActions = {
  signed_in: NoDetails,
  sign_in_failed: NoDetails,
  sessions_ended: z.strictObject({ sessions: z.int().check(z.positive()) }),
  reset_requested: NoDetails,
  password_reset: NoDetails,
  password_changed: NoDetails,
  email_changed: NoDetails,
  subscription_changed: z.strictObject({ from: z.nullable(Status), to: Status, ending: z.boolean() }),
  export_requested: NoDetails,
  downloaded: z.strictObject({
    what: z.enum(['everything', 'listings', 'leads', 'person', 'events', 'file', 'certificate']),
    fileId: z.optional(FileId),
  }),
  deletion_scheduled: NoDetails,
  deletion_undone: NoDetails,
  listing_published: AtListing,
  listing_taken_down: AtListing,
  buyer_erased: AtListing,
  person_erased: z.strictObject({ leads: z.int().check(z.nonnegative()) }),
} as const

export type AuditAction = keyof typeof auditActions
export type AuditDetails<D extends AuditAction = AuditAction> = z.infer<(typeof auditActions)[D]>

/** The filters of the activity log. */
export const auditCategories = {
  access: [
    'signed_in',
    'sign_in_failed',
    'sessions_ended',
    'reset_requested',
    'password_reset',
    'password_changed',
    'email_changed',
  ],
  plan: ['subscription_changed'],
  downloads: ['export_requested', 'downloaded'],
  listings: ['listing_published', 'listing_taken_down'],
  erasures: ['deletion_scheduled', 'deletion_undone', 'buyer_erased', 'person_erased'],
} as const satisfies Record<string, AuditAction[]>

export type AuditCategory = keyof typeof auditCategories
