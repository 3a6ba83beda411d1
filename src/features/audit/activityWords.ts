import type { DeedKind } from '#platform/audit/deedKinds.ts'
import type { Deed } from '#platform/audit/deeds.ts'
import type { Activity } from './activity.ts'

export const kindWords: Record<DeedKind, string> = {
  access: 'Sign-ins and passwords',
  plan: 'Subscription',
  downloads: 'Downloads',
  listings: 'Listings',
  erasures: 'Erasures',
}

const downloads: Record<string, string> = {
  everything: 'Downloaded everything as a zip file',
  leads: 'Downloaded the leads as a table',
  events: 'Downloaded the analytics as a table',
}
const states: Record<string, string> = {
  trialing: 'is on trial',
  active: 'is active',
  past_due: 'waits for a payment',
  unpaid: 'is unpaid',
  canceled: 'has ended',
  paused: 'is paused',
}

const sentences: Record<Deed, (one: Activity) => string> = {
  signed_in: ({ device }) => `Signed in${device ? ` with ${device}` : ''}`,
  sign_in_failed: ({ times, device }) =>
    `A wrong password was entered${often(times)}${device ? `${times > 1 ? ', last' : ''} with ${device}` : ''}`,
  sessions_ended: ({ details: { sessions } }) =>
    sessions === 1 ? 'Signed out another browser' : `Signed out ${sessions} other browsers`,
  reset_requested: ({ times }) => `A new password was asked for${often(times)}`,
  password_reset: () => 'Set a new password with a mailed link',
  password_changed: () => 'Changed the password',
  email_changed: () => 'Changed the e-mail address',
  subscription_changed: ({ details: { to, ending } }) =>
    `The subscription ${states[String(to)] ?? 'has changed'}${ending ? ' and will end' : ''}`,
  export_requested: () => 'Asked for a copy of everything',
  downloaded: ({ details: { what }, about }) => downloads[String(what)] ?? `Downloaded ${about ?? 'a file'}`,
  deletion_scheduled: () => 'Asked to delete the account',
  deletion_undone: () => 'Kept the account after all',
  listing_published: ({ about }) => `Published ${about ?? 'a listing'}`,
  listing_taken_down: ({ about }) => `Took ${about ?? 'a listing'} down`,
  buyer_erased: ({ about }) => `A buyer erased their details at ${about ?? 'a listing'}`,
}

const often = (times: number) => (times > 1 ? ` ${times} times within an hour` : '')
const NAMES_DEVICE = new Set<Deed>(['signed_in', 'sign_in_failed'])

export const activitySentence = (one: Activity) => sentences[one.deed](one)

/** Where the sentence does not say it already. */
export const activityDevice = ({ deed, device }: Activity) => (NAMES_DEVICE.has(deed) ? null : device)
