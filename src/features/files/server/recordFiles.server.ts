import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { fileVersion } from '#db/schema/disclosure.ts'
import type { file } from '#db/schema/files.ts'
import { addToRecord, type RecordFact } from '#features/record/server/addToRecord.server.ts'

type Row = typeof file.$inferSelect

/** A document is in the record once buyers can open it: its hash is known by then. Preparing it again adds nothing. */
export async function recordVersion(tx: Db, row: Row) {
  if (row.type !== 'file' || !row.listingId || row.archivedAt) return
  await addToRecord(tx, row.listingId, [await versionAdded(tx, row)])
}

async function versionAdded(tx: Db, { id, version, name }: Row): Promise<RecordFact> {
  const [known] = await tx
    .select({ sha256: fileVersion.sha256 })
    .from(fileVersion)
    .where(and(eq(fileVersion.fileId, id), eq(fileVersion.version, version)))
  const details = { name, sha256: known?.sha256 ?? null }
  return { kind: 'version_added', fileId: id, version, details, isOnce: true }
}

/** Documents that buyers can no longer open, or can open again. The caller has locked their listings. */
export async function recordVisibility(tx: Db, rows: Row[], change: 'removed' | 'restored') {
  for (const [listingId, documents] of groupByListing(rows))
    await addToRecord(
      tx,
      listingId,
      documents.map(({ id, version, name }) => ({
        ...{ kind: 'visibility_changed' as const, fileId: id, version, details: { name, change } },
      })),
    )
}

type Terms = Pick<Row, 'access' | 'isViewOnly' | 'isWatermarked'>

/** What the agent chose for one document; null is what the listing says. The caller has locked its listing. */
export const recordTerms = (tx: Db, { id: fileId, version, name, listingId }: Row, terms: Terms, chosenCount: number) =>
  addToRecord(
    tx,
    listingId ?? '',
    listingId ? [{ kind: 'visibility_changed', fileId, version, details: { name, ...terms, chosenCount } }] : [],
  )

/** To the listing that they left they are removed, to the one that they joined they are new. */
export async function recordMoves(tx: Db, rows: Row[], target: string | null) {
  const moved = rows.filter(({ listingId, archivedAt }) => listingId !== target && !archivedAt)
  await recordVisibility(tx, moved, 'removed')
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
