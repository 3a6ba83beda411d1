/**
 * How each table would be spread over several databases (docs/scale.md). A new table is added here: `src/db/tableDistribution.test.ts` fails otherwise.
 *
 * Tables that grow with what agencies and their buyers do are kept by agency: all rows of one agency are together, and each query of the portal names it
 * (`test/access/agencyKeys.test.ts`). The agency of a row never changes.
 */
interface AgencyTable {
  /** The column that says the agency. */
  key: 'agencyId' | 'userId'
  /** What rows without an agency are kept by. */
  otherwise?: 'userId'
}

const byAgency: AgencyTable = { key: 'agencyId' }

export const agencyTables: Record<string, AgencyTable> = {
  // Listings
  listing: byAgency,
  co_agent: byAgency,
  open_home: byAgency,
  old_slug: byAgency,
  share_picture: byAgency,
  channel: byAgency,
  door_device: byAgency,
  check_in: byAgency,
  vendor_report: byAgency,
  vendor_link: byAgency,
  vendor_report_email: byAgency,
  feed_listing: byAgency,
  feed_photo: byAgency,
  feed_run: byAgency,
  inbound_email: byAgency,
  inbound_document: byAgency,
  // Files
  file: byAgency,
  file_version: byAgency,
  upload: byAgency,
  document_change: byAgency,
  change_recipient: byAgency,
  // Leads
  lead: byAgency,
  lead_note: byAgency,
  lead_answer: byAgency,
  person: byAgency,
  invitee: byAgency,
  invitee_reading: byAgency,
  chosen_reader: byAgency,
  acknowledgement: byAgency,
  acknowledgement_reminder: byAgency,
  reading: byAgency,
  reading_session: byAgency,
  reading_sum: byAgency,
  reading_search: byAgency,
  // The record
  record_entry: byAgency,
  record_head: byAgency,
  record_subject: byAgency,
  // Messages
  buyer_message: byAgency,
  message_recipient: byAgency,
  silenced_address: byAgency,
  notification: byAgency,
  webhook_message: byAgency,
  webhook_delivery: byAgency,
  // What happened
  event: byAgency,
  /** The owner of the sums, which contains the agency (`sum_owner` in migration 0023). */
  event_day: { key: 'userId' },
  /** What someone does with their account is in no agency. */
  audit: { key: 'agencyId', otherwise: 'userId' },
}

/** Tables that every database would have whole, or that stay in the first one, and why. */
export const otherTables: Record<string, string> = {
  // A few rows for each of some 100,000 people, found by a cookie, an address or a link before anyone knows the agency.
  user: 'people: one row each',
  profile: 'people: one row each',
  session: 'people: their browsers',
  device: 'people: their browsers',
  push_subscription: 'people: their browsers',
  token: 'people: single-use links',
  authenticator: 'people: second factors',
  recovery_code: 'people: second factors',
  passkey: 'people: second factors',
  passkey_challenge: 'lives for minutes',
  identity: 'people: accounts at Google and Microsoft',
  identity_request: 'lives for minutes',
  pending_sign_in: 'lives for minutes',
  account_recovery: 'people: rare',
  previous_address: 'people: rare',
  reply_template: 'people: a few each',
  data_export: 'people: rare, deleted after days',
  // A few rows for each of 10,000 agencies.
  agency: 'agencies: one row each',
  member: 'agencies: one row for each person',
  assisted_agent: 'agencies: a few each',
  member_invitation: 'agencies: a few each',
  calendar_link: 'agencies: one row for each person',
  api_key: 'agencies: a few each, found by the key’s hash',
  webhook_endpoint: 'agencies: a few each',
  subscription: 'agencies: one row each',
  checkout: 'agencies: one row each',
  used_trial: 'agencies: one row each',
  payment_event: 'agencies: a few each month, deleted after 30 days',
  // Of the installation.
  signing_key: 'the installation: a few rows',
  kept_key: 'the installation: a few rows',
  visitor_salt: 'the installation: one row a day, deleted after two',
  // Written often, deleted soon, found by a key of their own, and never joined.
  visitor_seen: 'short-lived: by hash, deleted after two days',
  visitor_address: 'short-lived: by hash, deleted after two days',
  rate_limit: 'short-lived: by key',
  used_bot_check: 'short-lived: by hash',
  email_code: 'short-lived: by lead, deleted when it expires',
  repeatable_request: 'short-lived: by API key, deleted after a day',
  lead_digest: 'short-lived: while a digest waits',
  listing_move: 'short-lived: while events follow a listing',
}
