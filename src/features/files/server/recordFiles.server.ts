import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file, fileOrder, fileVersion, isShownToBuyers } from '#db/schema/files.ts'
import { chosenReader } from '#db/schema/invitees.ts'
import { listing } from '#db/schema/listings.ts'
import { writeRepeatedAudit } from '#features/audit/writeAudit.server.ts'
import {
  type DocumentPermissions,
  documentPermissions,
  listingPermissions,
} from '#features/listings/documentPermissions.ts'
import { addToRecord, type RecordedListing, type RecordFact } from '#features/record/server/addToRecord.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { isVersion } from './versions/versionRows.server.ts'

type Row = typeof file.$inferSelect

/** A document is in the record once buyers can open it: its hash is known by then. Preparing it again adds nothing. */
export async function recordVersion(tx: Db, row: Row) {
  if (row.type !== 'file' || !row.listingId || row.archivedAt) return
  const { agencyId, listingId } = row
  await addToRecord(tx, { agencyId, listingId }, [await versionAdded(tx, row)])
}

async function versionAdded(tx: Db, { agencyId, id, version, name }: Row): Promise<RecordFact> {
  const [known] = await tx
    .select({ sha256: fileVersion.sha256 })
    .from(fileVersion)
    .where(isVersion(agencyId, id, version))
  const details = { name, sha256: known?.sha256 ?? null }
  return { kind: 'version_added', fileId: id, version, details, isOnce: true }
}

/** Documents that buyers can no longer open, or can open again. The caller has locked their listings. */
export async function recordVisibility(tx: Db, agencyId: string, rows: Row[], change: 'removed' | 'restored') {
  for (const [listingId, documents] of groupByListing(rows))
    await addToRecord(
      tx,
      { agencyId, listingId },
      documents.map(({ id, version, name }) => ({
        ...{ kind: 'visibility_changed' as const, fileId: id, version, details: { name, change } },
      })),
    )
}

/** The documents of a listing whose terms are not what they were, or that are open to other people. The caller has locked the listing. */
export async function recordPermissionChanges(tx: Db, at: RecordedListing, before: readonly DocumentWithTerms[]) {
  const known = new Map(before.map((one) => [one.row.id, hashTerms(one)]))
  const changed = (await listDocumentPermissions(tx, at)).filter((one) => known.get(one.row.id) !== hashTerms(one))
  await addToRecord(
    tx,
    at,
    changed.map(({ row: { id, version, name }, terms: { access, isViewOnly } }) => ({
      ...{ kind: 'visibility_changed' as const, fileId: id, version },
      // Who was chosen is not in the record: it cannot be erased.
      details: { name, access, isViewOnly },
    })),
  )
}

interface DocumentWithTerms {
  row: Row
  terms: DocumentPermissions
  chosen: string[]
}

const hashTerms = ({ terms, chosen }: DocumentWithTerms) =>
  JSON.stringify([terms.access, terms.isViewOnly, terms.access === 'chosen' && chosen])

/** What applies to each document of a listing that buyers could open, and who was chosen. */
export async function listDocumentPermissions(
  tx: Db,
  { agencyId, listingId }: RecordedListing,
): Promise<DocumentWithTerms[]> {
  const rows = await tx
    .select({
      row: file,
      defaults: {
        documentAccess: listing.documentAccess,
        areDocumentsViewOnly: listing.areDocumentsViewOnly,
        areDocumentsWatermarked: listing.areDocumentsWatermarked,
      },
      chosen: sql<string[]>`array(
        select ${chosenReader.leadId} from ${chosenReader}
        where ${chosenReader.agencyId} = ${file.agencyId} and ${chosenReader.fileId} = ${file.id} order by 1)`,
    })
    .from(file)
    .innerJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(and(eq(file.agencyId, agencyId), eq(file.listingId, listingId), eq(file.type, 'file'), isShownToBuyers))
    .orderBy(...fileOrder)
  return rows.map(({ row, defaults, chosen }) => ({
    row,
    chosen,
    terms: documentPermissions(row, listingPermissions(defaults)),
  }))
}

/** To the listing that they left they are removed, to the one that they joined they are new. */
export async function recordMoves(tx: Db, agencyId: string, rows: Row[], target: string | null) {
  const moved = rows.filter(({ listingId, archivedAt }) => listingId !== target && !archivedAt)
  await recordVisibility(tx, agencyId, moved, 'removed')
  if (target)
    for (const row of moved)
      await recordVersion(tx, row.state === 'ready' ? { ...row, listingId: target } : { ...row, listingId: null })
}

/** By listing id, which is the order in which listings are locked. */
function groupByListing(rows: Row[]) {
  const groups = new Map<string, Row[]>()
  for (const row of rows.filter(({ type, state }) => type === 'file' && state === 'ready'))
    if (row.listingId) groups.set(row.listingId, [...(groups.get(row.listingId) ?? []), row])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

type FilesAction = 'files_added' | 'files_replaced' | 'files_removed' | 'files_restored'

/** In the history of each listing that had or has these files. Files without a listing have none. */
export async function auditFiles(tx: Db, agent: Agent, action: FilesAction, files: { listingId: string | null }[]) {
  for (const [listingId, group] of Map.groupBy(files, (one) => one.listingId))
    if (listingId) await writeRepeatedAudit(tx, agent, action, { listingId }, listingId, group.length)
}
