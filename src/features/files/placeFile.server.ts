import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { type DocumentType, sortDocuments } from '#platform/media/documentKinds.ts'

type StoredFile = typeof file.$inferSelect

/**
 * A new photo goes last. A new document goes where buyers look for its kind: before the first that they read later. What the
 * agent has put in order stays in that order. The listing is locked.
 */
export async function placeFile(tx: Db, added: StoredFile) {
  const others = await listOtherFiles(tx, added)
  const at = added.type === 'image' ? -1 : others.findIndex((other) => isReadBefore(added, other))
  const order = at < 0 ? [...others, added] : others.toSpliced(at, 0, added)
  await writeOrder(
    tx,
    order.map(({ id }) => id),
  )
}

const isReadBefore = (a: StoredFile, b: StoredFile) => sortDocuments([toDocument(b), toDocument(a)])[0]?.id === a.id
const toDocument = ({ id, kind, name }: StoredFile) => ({ id, kind: (kind ?? 'other') as DocumentType, name })

async function listOtherFiles(tx: Db, added: StoredFile) {
  const rows = await tx
    .select()
    .from(file)
    .where(and(eq(file.listingId, added.listingId ?? ''), eq(file.type, added.type), isNull(file.archivedAt)))
    .orderBy(sql`${file.rank} asc nulls last`, asc(file.createdAt), asc(file.id))
  return rows.filter(({ id }) => id !== added.id)
}

export async function writeOrder(tx: Db, ids: string[]) {
  if (ids.length === 0) return
  const places = sql.join(
    ids.map((id, index) => sql`(${id}, ${index + 1}::int)`),
    sql`, `,
  )
  await tx.execute(sql`
    update ${file} set rank = place.rank from (values ${places}) as place (id, rank)
    where ${file.id} = place.id and ${file.rank} is distinct from place.rank`)
}
