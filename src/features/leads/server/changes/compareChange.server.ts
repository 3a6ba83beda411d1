import { type PageContent, readPageContents } from '#features/files/server/pageContents.server.ts'
import { canBeShownAsPages } from '#features/listings/documentPermissions.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { comparePages, type PageChange } from '../../changes/comparePages.ts'
import type { BuyersChangeInput } from '../../changes/documentChanges.schema.ts'
import { requireLinkedLead } from '../privateLink/privateLinkActions.server.ts'
import { comparedPageUrl, findComparedVersion, requireToldChange } from './comparedPages.server.ts'

/** Of the pages that changed: more is no summary any more, and the document itself has them all. */
const MAX_SHOWN_PAGES = 60
const MAX_SHOWN_CHARACTERS = 6_000
const comparisonsPerLead = { name: 'compare_versions', points: 60, seconds: 3600 }

/** A page that changed, with what each version says on it. A scan says nothing: it has a picture instead. */
interface ShownPageChange extends PageChange {
  before: ShownPage
  after: ShownPage
}

interface ShownPage {
  text: string
  /** Missing if the version does not have the page, if it has text, or if it can't be drawn. */
  picture: { url: string; width: number; height: number } | null
}

/**
 * Which pages of a document are new, gone or different, for a lead who was told of it and may still open the document. Null if its
 * versions can't be compared.
 */
export async function compareBuyersChange(services: Services, { key, changeId }: BuyersChangeInput) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  const { db } = services.database
  await services.limits.spend(comparisonsPerLead, leadRow.id)
  const ownKey = { leadId: leadRow.id, isGuest: false }
  const { change: told, document } = await requireToldChange(db, listingRow.id, ownKey, changeId)
  if (told.kind !== 'replaced' || told.fromVersion === null) return null
  const before = await readVersionPages(services, told, told.fromVersion)
  const after = await readVersionPages(services, told, told.toVersion)
  if (!before?.length || !after?.length) return null
  const changes = comparePages(before, after)
  const changed = changes.filter(({ state }) => state !== 'same')
  const show = (pages: PageContent[], version: number, page: number | null): ShownPage => {
    const content = page === null ? undefined : pages[page - 1]
    if (page === null || !content) return { text: '', picture: null }
    const text = content.text.slice(0, MAX_SHOWN_CHARACTERS)
    if (text.trim() || !canBeShownAsPages(document)) return { text, picture: null }
    const drawn = { leadId: leadRow.id, listingId: listingRow.id, changeId, fileId: told.fileId, version, page }
    const { width, height } = content
    return { text: '', picture: { url: comparedPageUrl(services.env.APP_SECRET, drawn), width, height } }
  }
  const [from, to] = [told.fromVersion, told.toVersion]
  return {
    samePages: changes.length - changed.length,
    /** Of those, pages without text, of which only the pictures were compared. */
    sameScans: changes.filter(({ state, to }) => state === 'same' && to !== null && !after[to - 1]?.text.trim()).length,
    changedPages: changed.length,
    pages: changed.slice(0, MAX_SHOWN_PAGES).map(
      (change): ShownPageChange => ({
        ...change,
        before: show(before, from, change.from),
        after: show(after, to, change.to),
      }),
    ),
  }
}

interface StoredDocument {
  fileId: string
  /** The agent's. */
  userId: string
}

/** Nothing for what is no PDF, or whose bytes are deleted. */
async function readVersionPages(services: Services, { fileId, userId }: StoredDocument, version: number) {
  const found = await findComparedVersion(services.database.db, fileId, version)
  if (!found) return undefined
  try {
    return await readPageContents(services, { path: found.path, size: found.size, userId })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}
