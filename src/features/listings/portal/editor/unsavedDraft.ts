import * as z from 'zod/mini'
import { readStoredJson, removeStored, storeJson } from '#ui/browserStorage.ts'

/** What was typed into a draft and not saved yet, kept in this browser. Without storage it is not kept through a crash. */
const StoredDraft = z.object({
  /** The version of the listing that was changed. */
  version: z.number(),
  /** Recognises a listing that an earlier attempt created, whose response was lost. */
  creationKey: z.optional(z.string()),
  /** The tab that wrote it, so that another tab's save doesn't delete it. */
  tab: z.string(),
  values: z.unknown(),
})

const storageKey = (listingId: string) => `unsaved-listing-${listingId}`
/** The key of a listing that doesn't exist yet. */
export const NEW_LISTING = 'new'

const tab = Math.random().toString(36).slice(2)

export function keepUnsavedDraft(listingId: string, draft: Omit<z.infer<typeof StoredDraft>, 'tab'>) {
  storeJson(storageKey(listingId), { ...draft, tab })
}

export function readUnsavedDraft(listingId: string) {
  const stored = StoredDraft.safeParse(readStoredJson(storageKey(listingId)))
  return stored.success ? stored.data : undefined
}

/** Removes it if this tab wrote it, or whichever tab wrote it when the agent discards it. */
export function dropUnsavedDraft(listingId: string, { fromAnyTab = false } = {}) {
  if (fromAnyTab || readUnsavedDraft(listingId)?.tab === tab) removeStored(storageKey(listingId))
}
