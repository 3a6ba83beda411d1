import type { Db } from '#db/client.server.ts'
import { addToRecord, isRecorded } from '#features/record/server/addToRecord.server.ts'
import type { RecordPerson } from '#features/record/server/recordChain.server.ts'

interface RecordedDocument {
  id: string
  version: number
  name: string
}

/** The first time that someone opens a version is in the record. Afterwards this costs one read. */
export async function recordOpening(db: Db, listingId: string, person: RecordPerson, document: RecordedDocument) {
  const opened = { kind: 'version_opened', person, fileId: document.id, version: document.version } as const
  if (await isRecorded(db, listingId, opened)) return
  await db.transaction((tx) =>
    addToRecord(tx, listingId, [{ ...opened, details: { name: document.name }, isOnce: true }]),
  )
}

/** One entry for each document, also for a zip: a certificate lists documents. */
export async function recordDownloads(
  db: Db,
  listingId: string,
  person: RecordPerson,
  documents: RecordedDocument[],
  { isZip = false } = {},
) {
  await db.transaction((tx) =>
    addToRecord(
      tx,
      listingId,
      documents.map(({ id, version, name }) => ({
        ...{ kind: 'downloaded' as const, person, fileId: id, version },
        details: { name, isZip },
      })),
    ),
  )
}
