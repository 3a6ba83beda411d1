import * as z from 'zod/mini'
import { FileId, LeadId, ListingId, MemberId } from '#platform/input/fieldSchemas.ts'
import { roles } from '#values/agencyValues.ts'
import { apiScopes } from '#values/apiScopes.ts'
import { identityProviders } from '#values/identityProviders.ts'

const NoDetails = z.strictObject({})
const AtListing = z.strictObject({ listingId: ListingId })
/** Whom it was done to. Null once their account is erased. */
const Member = z.nullable(MemberId)
const AboutMember = z.strictObject({ memberId: Member })
const Seats = z.strictObject({ seats: z.int().check(z.positive()) })
const Count = z.int().check(z.nonnegative())
const AtLead = z.strictObject({ leadId: LeadId })
const AtHost = z.strictObject({ host: z.string().check(z.maxLength(253)) })
const AtProvider = z.strictObject({ provider: z.enum(identityProviders) })
const KeyName = z.string().check(z.maxLength(60))
const Status = z.string().check(z.regex(/^[a-z_]{1,40}$/))

/** Every action in the activity log, with the details that are stored. */
export const auditActions = {
  signed_in: NoDetails,
  sign_in_failed: NoDetails,
  sessions_ended: z.strictObject({ sessions: z.int().check(z.positive()) }),
  session_copied: NoDetails,
  sign_in_disowned: NoDetails,
  reset_requested: NoDetails,
  password_reset: NoDetails,
  password_changed: NoDetails,
  password_removed: NoDetails,
  passkey_added: z.strictObject({ name: KeyName }),
  passkey_removed: z.strictObject({ name: KeyName }),
  passkey_refused: NoDetails,
  passkey_copied: NoDetails,
  identity_added: AtProvider,
  identity_removed: AtProvider,
  email_changed: NoDetails,
  second_step_failed: NoDetails,
  authenticator_added: NoDetails,
  authenticator_removed: NoDetails,
  recovery_codes_replaced: NoDetails,
  recovery_code_used: NoDetails,
  recovery_started: NoDetails,
  recovery_stopped: NoDetails,
  account_recovered: NoDetails,
  subscription_changed: z.strictObject({ from: z.nullable(Status), to: Status, ending: z.boolean() }),
  export_requested: NoDetails,
  downloaded: z.strictObject({
    what: z.enum([
      'everything',
      'listings',
      'leads',
      'person',
      'events',
      'file',
      'certificate',
      'reaxml',
      'agency',
      'activity',
      'agents',
    ]),
    fileId: z.optional(FileId),
  }),
  deletion_scheduled: NoDetails,
  deletion_undone: NoDetails,
  listing_published: AtListing,
  listing_taken_down: AtListing,
  buyer_erased: AtListing,
  person_erased: z.strictObject({ leads: Count }),
  member_invited: z.strictObject({ role: z.enum(roles) }),
  member_invitation_revoked: NoDetails,
  member_joined: z.strictObject({ role: z.enum(roles) }),
  member_role_changed: z.strictObject({ memberId: Member, from: z.enum(roles), to: z.enum(roles) }),
  /** Who took over is in the entries of the listings. */
  member_removed: z.strictObject({ memberId: Member, listings: Count }),
  member_left: z.strictObject({ listings: Count }),
  brand_changed: z.strictObject({
    fields: z.array(z.string().check(z.regex(/^[a-zA-Z]{1,40}$/))).check(z.maxLength(20)),
  }),
  embed_sites_changed: z.strictObject({ sites: Count }),
  lead_forward_added: NoDetails,
  lead_forward_removed: NoDetails,
  api_key_created: z.strictObject({ name: KeyName, scopes: z.array(z.enum(apiScopes)) }),
  api_key_revoked: z.strictObject({ name: KeyName }),
  calendar_link_created: NoDetails,
  calendar_link_revoked: NoDetails,
  webhook_created: AtHost,
  webhook_changed: z.strictObject({ ...AtHost.shape, isEnabled: z.boolean() }),
  webhook_deleted: AtHost,
  webhook_secret_shown: AtHost,
  webhook_secret_rotated: AtHost,
  seat_added: Seats,
  seat_released: Seats,
  payer_changed: AboutMember,
  /** `memberId` is the new lead agent. */
  listing_handed_over: z.strictObject({ listingId: ListingId, memberId: Member }),
  co_agents_changed: z.strictObject({ listingId: ListingId, added: Count, removed: Count }),
  vendor_added: AtListing,
  vendor_revoked: AtListing,
  vendor_restored: AtListing,
  vendor_deleted: AtListing,
  vendor_report_changed: AtListing,
  lead_assigned: z.strictObject({ leadId: LeadId, memberId: Member }),
  door_device_revoked: AtListing,
  listing_changed: AtListing,
  files_added: AtListing,
  files_replaced: AtListing,
  files_removed: AtListing,
  files_restored: AtListing,
  message_created: AtListing,
  message_cancelled: AtListing,
  lead_status_changed: z.strictObject({ leadId: LeadId, status: Status }),
  lead_note_changed: AtLead,
  lead_access_removed: AtLead,
  lead_access_restored: AtLead,
  second_factor_rule_set: z.strictObject({ days: z.int().check(z.positive()) }),
  second_factor_rule_ended: NoDetails,
  session_rule_changed: z.strictObject({ hours: z.nullable(z.int()), idleMinutes: z.nullable(z.int()) }),
  lead_address_retried: AtLead,
  agency_export_requested: NoDetails,
  agency_deletion_scheduled: NoDetails,
  agency_deletion_undone: NoDetails,
} as const

export type AuditAction = keyof typeof auditActions
export type AuditDetails<D extends AuditAction = AuditAction> = z.infer<(typeof auditActions)[D]>

/** The filters of the activity log. */
export const auditCategories = {
  access: [
    'signed_in',
    'sign_in_failed',
    'sessions_ended',
    ...(['session_copied', 'sign_in_disowned'] as const),
    'reset_requested',
    'password_reset',
    'password_changed',
    ...(['password_removed', 'passkey_added', 'passkey_removed', 'passkey_refused', 'passkey_copied'] as const),
    ...(['identity_added', 'identity_removed'] as const),
    'email_changed',
    'second_step_failed',
    'authenticator_added',
    'authenticator_removed',
    'recovery_codes_replaced',
    'recovery_code_used',
    'recovery_started',
    'recovery_stopped',
    'account_recovered',
    'calendar_link_created',
    'calendar_link_revoked',
  ],
  plan: ['subscription_changed', 'seat_added', 'seat_released', 'payer_changed'],
  downloads: ['export_requested', 'agency_export_requested', 'downloaded'],
  listings: ['listing_published', 'listing_taken_down', 'door_device_revoked'],
  vendors: ['vendor_added', 'vendor_revoked', 'vendor_restored', 'vendor_deleted'],
  erasures: [
    'deletion_scheduled',
    'deletion_undone',
    'agency_deletion_scheduled',
    'agency_deletion_undone',
    'buyer_erased',
    'person_erased',
  ],
  agency: [
    'member_invited',
    'member_invitation_revoked',
    'member_joined',
    'member_role_changed',
    'member_removed',
    'member_left',
    'second_factor_rule_set',
    'second_factor_rule_ended',
    'session_rule_changed',
    'brand_changed',
    'embed_sites_changed',
    'lead_forward_added',
    'lead_forward_removed',
    'api_key_created',
    'api_key_revoked',
    'webhook_created',
    'webhook_changed',
    'webhook_deleted',
    'webhook_secret_shown',
    'webhook_secret_rotated',
  ],
  sharing: ['listing_handed_over', 'co_agents_changed', 'lead_assigned'],
} as const satisfies Record<string, AuditAction[]>

export type AuditCategory = keyof typeof auditCategories
export const auditCategoryNames = Object.keys(auditCategories) as [AuditCategory, ...AuditCategory[]]

/** The daily work: shown with the listing or the lead, and not in the log of an account, where it would hide the rest. */
export const workActions: AuditAction[] = [
  'listing_changed',
  'vendor_report_changed',
  ...(['files_added', 'files_replaced', 'files_removed', 'files_restored'] as const),
  ...(['lead_status_changed', 'lead_note_changed', 'lead_access_removed', 'lead_access_restored'] as const),
  'lead_address_retried',
]

/** What the history of a listing or a lead shows. Downloads are in the log only. */
export const historyActions: AuditAction[] = [
  ...workActions,
  ...(['listing_published', 'listing_taken_down'] as const),
  ...auditCategories.vendors,
  ...(['listing_handed_over', 'co_agents_changed', 'lead_assigned'] as const),
]

/** What only happens where people work together. */
const teamCategories: AuditCategory[] = ['agency', 'sharing']

const auditCategoryLabels: Record<AuditCategory, string> = {
  access: 'Sign-ins and passwords',
  plan: 'Subscription',
  downloads: 'Downloads',
  listings: 'Listings',
  vendors: 'Vendor reports',
  erasures: 'Deletions',
  agency: 'Agency and members',
  sharing: 'Sharing and handing over',
}

/** The choices of the filter. An agent alone has nobody to share with. */
export const auditCategoryOptions = (isTeam: boolean): { value: AuditCategory | ''; label: string }[] => [
  { value: '', label: 'All activity' },
  ...auditCategoryNames
    .filter((category) => isTeam || !teamCategories.includes(category))
    .map((category) => ({ value: category, label: auditCategoryLabels[category] })),
]
