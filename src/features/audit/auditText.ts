import { formatCount } from '#ui/format/format.ts'
import { providerName } from '#values/identityProviders.ts'
import type { AuditEntry } from './audit.schema.ts'
import type { AuditAction } from './auditActions.ts'

const downloadTexts: Record<string, string> = {
  everything: 'Downloaded the data export',
  listings: 'Exported listings as CSV',
  reaxml: 'Exported a listing as REAXML',
  leads: 'Exported leads as CSV',
  person: 'Exported one person’s data',
  events: 'Exported analytics as CSV',
  agents: 'Exported the agent comparison as CSV',
  certificate: 'Downloaded a disclosure certificate',
  agency: 'Downloaded the agency’s data export',
  activity: 'Exported the agency’s activity as CSV',
}
const subscriptionTexts: Record<string, string> = {
  trialing: 'is in its free trial',
  active: 'is active',
  past_due: 'is waiting for a payment',
  unpaid: 'is unpaid',
  canceled: 'has ended',
  paused: 'is paused',
}

const activityTexts: Record<AuditAction, (one: AuditEntry) => string> = {
  signed_in: ({ device }) => `Signed in${device ? ` with ${device}` : ''}`,
  sign_in_failed: ({ times, device }) =>
    `Wrong password entered${timesText(times)}${device ? `${times > 1 ? ', last' : ''} with ${device}` : ''}`,
  sessions_ended: ({ details: { sessions } }) =>
    sessions === 1 ? 'Signed out another device' : `Signed out ${formatCount(Number(sessions), 'other device')}`,
  session_copied: ({ device }) => `A copied sign-in was refused${device ? ` with ${device}` : ''}`,
  sign_in_disowned: () => 'Said “This wasn’t me” about a sign-in: every device was signed out',
  reset_requested: ({ times }) => `Password reset requested${timesText(times)}`,
  password_reset: () => 'Set a password from an emailed link',
  password_changed: () => 'Changed the password',
  password_removed: () => 'Removed the password',
  passkey_added: ({ details: { name } }) => `Added the passkey “${name}”`,
  passkey_removed: ({ details: { name } }) => `Removed the passkey “${name}”`,
  passkey_refused: ({ times }) => `A passkey was refused${timesText(times)}`,
  passkey_copied: ({ times }) => `A copy of a passkey was refused${timesText(times)}`,
  identity_added: ({ details: { provider } }) => `Linked ${providerName(provider)} for sign-in`,
  identity_removed: ({ details: { provider } }) => `Unlinked ${providerName(provider)}`,
  email_changed: () => 'Changed the email address',
  second_step_failed: ({ times, device }) =>
    `Wrong code entered${timesText(times)}${device ? `${times > 1 ? ', last' : ''} with ${device}` : ''}`,
  authenticator_added: () => 'Added an authenticator app',
  authenticator_removed: () => 'Removed an authenticator app',
  recovery_codes_replaced: () => 'Created new recovery codes',
  recovery_code_used: () => 'Used a recovery code',
  recovery_started: () => 'Asked to get back in without a second step',
  recovery_stopped: () => 'Stopped a request to get back in without a second step',
  account_recovered: () => 'Turned off two-step sign-in to get back in',
  subscription_changed: ({ details: { to, ending } }) =>
    `The subscription ${subscriptionTexts[String(to)] ?? 'has changed'}${ending ? ' and will end' : ''}`,
  export_requested: () => 'Requested a data export',
  downloaded: ({ details: { what }, about }) => downloadTexts[String(what)] ?? `Downloaded ${about ?? 'a file'}`,
  deletion_scheduled: () => 'Requested account deletion',
  deletion_undone: () => 'Cancelled account deletion',
  listing_published: ({ about }) => `Published ${about ?? 'a listing'}`,
  listing_taken_down: ({ about }) => `Unpublished ${about ?? 'a listing'}`,
  person_erased: ({ details: { leads } }) =>
    `Erased a person with ${Number(leads) === 1 ? '1 enquiry' : `${Number(leads)} enquiries`}`,
  buyer_erased: ({ about }) => `A buyer deleted their details for ${about ?? 'a listing'}`,
  member_invited: ({ details: { role } }) => `Invited someone as ${withArticle(role)}`,
  member_invitation_revoked: () => 'Withdrew an invitation',
  member_joined: ({ details: { role } }) => `Joined the agency as ${withArticle(role)}`,
  member_role_changed: ({ member, details: { from, to } }) =>
    `Changed ${member ?? 'a member'} from ${withArticle(from)} to ${withArticle(to)}`,
  member_removed: ({ member, details: { listings } }) => `Removed ${member ?? 'a member'}${handedOver(listings)}`,
  member_left: ({ details: { listings } }) => `Left the agency${handedOver(listings)}`,
  brand_changed: () => 'Changed the agency’s brand',
  embed_sites_changed: ({ details: { sites } }) =>
    `Changed the websites that may show documents, now ${formatCount(Number(sites), 'site')}`,
  lead_forward_added: () => 'Added an email address that gets each new lead',
  lead_forward_removed: () => 'Removed an email address that got each new lead',
  calendar_link_created: () => 'Created a private calendar link',
  calendar_link_revoked: () => 'Revoked a private calendar link',
  api_key_created: ({ details: { name } }) => `Created the API key “${name}”`,
  api_key_revoked: ({ details: { name } }) => `Revoked the API key “${name}”`,
  webhook_created: ({ details: { host } }) => `Added a webhook to ${host}`,
  webhook_changed: ({ details: { host, isEnabled } }) =>
    isEnabled ? `Changed the webhook to ${host}` : `Turned off the webhook to ${host}`,
  webhook_deleted: ({ details: { host } }) => `Deleted the webhook to ${host}`,
  webhook_secret_shown: ({ details: { host } }) => `Looked at the signing secret of the webhook to ${host}`,
  webhook_secret_rotated: ({ details: { host } }) => `Replaced the signing secret of the webhook to ${host}`,
  seat_added: ({ details: { seats } }) => `Added a seat: ${formatCount(Number(seats), 'seat')} now`,
  seat_released: ({ details: { seats } }) =>
    `Released a seat: ${formatCount(Number(seats), 'seat')} from the next period`,
  payer_changed: ({ member }) => `Made ${member ?? 'another owner'} the payer`,
  door_device_revoked: ({ about }) => `Stopped a lost device at an open home of ${about ?? 'a listing'}`,
  listing_handed_over: ({ about, member }) => `Handed ${about ?? 'a listing'} over to ${member ?? 'a colleague'}`,
  co_agents_changed: ({ about }) => `Changed the co-agents of ${about ?? 'a listing'}`,
  vendor_added: ({ about }) => `Gave someone a link to the vendor report of ${about ?? 'a listing'}`,
  vendor_revoked: ({ about }) => `Revoked a link to the vendor report of ${about ?? 'a listing'}`,
  vendor_restored: ({ about }) => `Restored a link to the vendor report of ${about ?? 'a listing'}`,
  vendor_deleted: ({ about }) => `Deleted someone from the vendor report of ${about ?? 'a listing'}`,
  vendor_report_changed: ({ about }) => `Changed the vendor report of ${about ?? 'a listing'}`,
  lead_assigned: ({ about, member }) => `Assigned ${about ?? 'a lead'} to ${member ?? 'a colleague'}`,
  listing_changed: ({ about }) => `Edited ${about ?? 'a listing'}`,
  files_added: ({ times, about }) => `Added ${filesOf(times, about, 'to')}`,
  files_replaced: ({ times, about }) => `Replaced ${filesOf(times, about, 'of')}`,
  files_removed: ({ times, about }) => `Removed ${filesOf(times, about, 'from')}`,
  files_restored: ({ times, about }) => `Restored ${filesOf(times, about, 'of')}`,
  message_created: ({ about }) => `Wrote a message to buyers of ${about ?? 'a listing'}`,
  message_cancelled: ({ about }) => `Cancelled a message to buyers of ${about ?? 'a listing'}`,
  lead_status_changed: ({ about, details: { status } }) => `Marked ${about ?? 'a lead'} as ${status}`,
  lead_note_changed: ({ about }) => `Changed the note about ${about ?? 'a lead'}`,
  lead_access_removed: ({ about }) => `Removed access for ${about ?? 'a lead'}`,
  lead_access_restored: ({ about }) => `Restored access for ${about ?? 'a lead'}`,
  second_factor_rule_set: ({ details: { days } }) => `Required two-step sign-in from ${Number(days)} days later`,
  second_factor_rule_ended: () => 'Stopped requiring two-step sign-in',
  session_rule_changed: () => 'Changed how long members stay signed in',
  lead_address_retried: ({ about }) => `Tried the email address of ${about ?? 'a lead'} again`,
  agency_export_requested: () => 'Requested an export of the agency’s data',
  agency_deletion_scheduled: () => 'Requested deletion of the agency',
  agency_deletion_undone: () => 'Cancelled deletion of the agency',
}

const withArticle = (role: unknown) => `${/^[aeiou]/.test(String(role)) ? 'an' : 'a'} ${role}`
const handedOver = (listings: unknown) =>
  Number(listings) > 0 ? ` and handed over ${formatCount(Number(listings), 'listing')}` : ''
const filesOf = (times: number, about: string | null, preposition: string) =>
  `${formatCount(times, 'file')} ${preposition} ${about ?? 'a listing'}`
const timesText = (times: number) => (times > 1 ? ` ${times} times within an hour` : '')
const NAMES_DEVICE = new Set<AuditAction>(['signed_in', 'sign_in_failed', 'second_step_failed'])

export const auditText = (one: AuditEntry) => activityTexts[one.action](one)

/** Where the sentence does not say it already. */
export const auditDevice = ({ action, device }: AuditEntry) => (NAMES_DEVICE.has(action) ? null : device)
