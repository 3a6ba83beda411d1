import { readStoredJson, removeStored, storeJson } from '#ui/browserStorage.ts'
import type { BuyerDetails } from '../../buyer.schema.ts'
import { REMEMBERED_DETAILS_KEY as STORAGE_KEY } from './hasRememberedDetails.ts'

/** What a buyer types once for all listings. The note is about one listing, so it is not kept. */
type RememberedDetails = Omit<BuyerDetails, 'note'>

const LIFETIME_MS = 180 * 24 * 3600_000

/** What this browser sent last, on any listing of this site. It stays in the browser until a form is sent. */
export function recallDetails(): RememberedDetails | undefined {
  const stored = readStoredJson(STORAGE_KEY)
  if (isStoredDetails(stored) && Date.now() - stored.sentAt < LIFETIME_MS) {
    const { sentAt: _, ...details } = stored
    return details
  }
  forgetDetails()
  return undefined
}

function isStoredDetails(stored: unknown): stored is RememberedDetails & { sentAt: number } {
  if (typeof stored !== 'object' || stored === null) return false
  const { firstName, lastName, email, phone, sentAt }: Record<string, unknown> = { ...stored }
  return [firstName, lastName, email, phone].every((value) => typeof value === 'string') && typeof sentAt === 'number'
}

/** Called when the server has accepted them. */
export function rememberDetails({ firstName, lastName, email, phone }: RememberedDetails) {
  storeJson(STORAGE_KEY, { firstName, lastName, email, phone, sentAt: Date.now() })
}

/** Details that were corrected, if this browser remembers the ones from before. */
export function updateRememberedDetails(before: RememberedDetails, after: RememberedDetails) {
  if (recallDetails()?.email === before.email) rememberDetails(after)
}

export const forgetDetails = () => removeStored(STORAGE_KEY)
