import type { DetailName } from './LeadFields.tsx'

/** What stands in the form and has not arrived yet. */
interface LeadDraft {
  /** Stays the same until an answer came, even over a reload: the server then knows that it is the same sending. */
  key: string
  values: Partial<Record<DetailName, string>>
}

const storageKey = (listingId: string) => `lead:${listingId}`

/** Some browsers keep nothing for anybody: then a reload loses it, and nothing else is wrong. */
export function readDraft(listingId: string): LeadDraft {
  try {
    const { key, values } = JSON.parse(sessionStorage.getItem(storageKey(listingId)) ?? '')
    if (typeof key === 'string' && typeof values === 'object' && values) return { key, values }
  } catch {}
  return { key: crypto.randomUUID(), values: {} }
}

export function saveDraft(listingId: string, draft: LeadDraft) {
  try {
    sessionStorage.setItem(storageKey(listingId), JSON.stringify(draft))
  } catch {}
}

export function removeDraft(listingId: string) {
  try {
    sessionStorage.removeItem(storageKey(listingId))
  } catch {}
}
