import { and, eq } from 'drizzle-orm'
import { fileVersion } from '#db/schema/files.ts'
import { type PageContent, readPageContents } from '#features/files/server/pages/pageContents.server.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { comparePages, type PageChange } from '../../changes/comparePages.ts'
import type { BuyersChangeInput } from '../../changes/documentChanges.schema.ts'
import { findLinkedBuyer } from '../documents/documentAccess.server.ts'
import { requireLinkedLead } from '../privateLink/privateLinkActions.server.ts'
import { listChangesToldToLead } from './listChangesToldToLead.server.ts'

/** Of the pages that changed: more is no summary any more, and the document itself has them all. */
const MAX_SHOWN_PAGES = 60
const MAX_SHOWN_CHARACTERS = 6_000
const comparisonsPerLead = { name: 'compare_versions', points: 60, seconds: 3600 }

/** A page that changed, with what each version says on it. Both are empty for a scan. */
interface ShownPageChange extends PageChange {
  before: string
  after: string
}

/**
 * Which pages of a document are new, gone or different, for a lead who was told of it and may still open the document. Null if its
 * versions can't be compared.
 */
export async function compareBuyersChange(services: Services, { key, changeId }: BuyersChangeInput) {
  const { leadRow, listingRow } = await requireLinkedLead(services, key)
  const { db } = services.database
  await services.limits.spend(comparisonsPerLead, leadRow.id)
  if (!(await findLinkedBuyer(db, listingRow.id, { leadId: leadRow.id, isGuest: false }))) throw notFound()
  const [found] = await listChangesToldToLead(db, leadRow.id, changeId)
  if (!found) throw notFound()
  if (found.kind !== 'replaced' || found.fromVersion === null) return null
  const before = await readVersionPages(services, found, found.fromVersion)
  const after = await readVersionPages(services, found, found.toVersion)
  if (!before?.length || !after?.length) return null
  const changes = comparePages(before, after)
  const changed = changes.filter(({ state }) => state !== 'same')
  return {
    samePages: changes.length - changed.length,
    changedPages: changed.length,
    pages: changed.slice(0, MAX_SHOWN_PAGES).map(
      (change): ShownPageChange => ({
        ...change,
        before: pageText(before, change.from),
        after: pageText(after, change.to),
      }),
    ),
  }
}

const pageText = (pages: PageContent[], number: number | null) =>
  (number === null ? '' : (pages[number - 1]?.text ?? '')).slice(0, MAX_SHOWN_CHARACTERS)

interface StoredDocument {
  fileId: string
  /** The agent's. */
  userId: string
}

/** Nothing for what is no PDF, or whose bytes are deleted. */
async function readVersionPages(services: Services, { fileId, userId }: StoredDocument, version: number) {
  const [found] = await services.database.db
    .select()
    .from(fileVersion)
    .where(and(eq(fileVersion.fileId, fileId), eq(fileVersion.version, version)))
  if (!found || found.erasedAt || found.contentType !== 'application/pdf') return undefined
  try {
    return await readPageContents(services, { path: found.path, size: found.size, userId })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}
