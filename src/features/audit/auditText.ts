import { formatCount } from '#ui/format/format.ts'
import type { AuditEntry } from './audit.schema.ts'
import type { AuditAction, AuditCategory } from './auditActions.ts'

export const auditCategoryLabels: Record<AuditCategory, string> = {
  access: 'Sign-ins and passwords',
  plan: 'Subscription',
  downloads: 'Downloads',
  listings: 'Listings',
  erasures: 'Deletions',
}

const downloadTexts: Record<string, string> = {
  everything: 'Downloaded the data export',
  listings: 'Exported listings as CSV',
  leads: 'Exported leads as CSV',
  person: 'Exported one person’s data',
  events: 'Exported analytics as CSV',
  certificate: 'Downloaded a disclosure certificate',
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
  reset_requested: ({ times }) => `Password reset requested${timesText(times)}`,
  password_reset: () => 'Set a password from an emailed link',
  password_changed: () => 'Changed the password',
  email_changed: () => 'Changed the email address',
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
}

const timesText = (times: number) => (times > 1 ? ` ${times} times within an hour` : '')
const NAMES_DEVICE = new Set<AuditAction>(['signed_in', 'sign_in_failed'])

export const auditText = (one: AuditEntry) => activityTexts[one.action](one)

/** Where the sentence does not say it already. */
export const auditDevice = ({ action, device }: AuditEntry) => (NAMES_DEVICE.has(action) ? null : device)
