export const REMEMBERED_DETAILS_KEY = 'buyer-details'

/** Known without rememberedDetails.ts, which most visitors do not need. */
export function hasRememberedDetails() {
  try {
    return localStorage.getItem(REMEMBERED_DETAILS_KEY) !== null
  } catch {
    return false
  }
}
