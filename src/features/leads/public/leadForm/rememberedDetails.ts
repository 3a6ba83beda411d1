import type { BuyerDetails } from '../../buyer.schema.ts'
import { REMEMBERED_DETAILS_KEY as STORAGE_KEY } from './hasRememberedDetails.ts'

/** What a buyer types once for all listings. The note is about one listing, so it is not kept. */
type RememberedDetails = Omit<BuyerDetails, 'note'>

const LIFETIME_MS = 180 * 24 * 3600_000

/**
 * What this browser sent last, on any listing of this site. It stays in the browser until a form is sent. Some browsers have no
 * storage: then the form starts empty, and everything else works.
 */
export function recallDetails(): RememberedDetails | undefined {
  try {
    const { firstName, lastName, email, phone, sentAt } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '')
    const details = { firstName, lastName, email, phone }
    const isComplete = Object.values(details).every((value) => typeof value === 'string')
    if (isComplete && typeof sentAt === 'number' && Date.now() - sentAt < LIFETIME_MS) return details
    forgetDetails()
  } catch {}
  return undefined
}

/** Called when the server has accepted them. */
export function rememberDetails({ firstName, lastName, email, phone }: RememberedDetails) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ firstName, lastName, email, phone, sentAt: Date.now() }))
  } catch {}
}

/** Details that were corrected, if this browser remembers the ones from before. */
export function updateRememberedDetails(before: RememberedDetails, after: RememberedDetails) {
  if (recallDetails()?.email === before.email) rememberDetails(after)
}

export function forgetDetails() {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {}
}
