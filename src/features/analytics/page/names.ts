import type { LoggedEvent } from '../analytics.ts'
import type { AnalyticsWish } from './analyticsWish.ts'

/** What the calls take for something that was not recognised, and for a visit from nowhere. */
const UNKNOWN = 'unknown'
const DIRECT = 'direct'

export const machineKey = (name: string) => name || UNKNOWN
export const referrerKey = (name: string) => name || DIRECT

/** "Phone", "macOS", "Not known" */
export const machineName = (key: string) => (key === UNKNOWN ? 'Not known' : (devices.get(key) ?? key))

const devices = new Map([
  ['mobile', 'Phone'],
  ['tablet', 'Tablet'],
  ['desktop', 'Computer'],
])

export const referrerName = (key: string) => (key === DIRECT ? 'Direct' : key)

/** What filters by id are called, once that is known. */
export interface Named {
  listing?: string
  buyer?: string
  document?: string
}

/** Whatever happened under these filters names them. */
export function namesIn(events: readonly LoggedEvent[], { listingId, leadId, fileId }: AnalyticsWish): Named {
  return {
    listing: events.find((event) => event.listingId === listingId)?.listingTitle ?? undefined,
    buyer: events.find((event) => event.leadId === leadId)?.leadName ?? undefined,
    document: events.find((event) => event.fileId === fileId)?.fileName ?? undefined,
  }
}
