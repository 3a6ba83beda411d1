import type { Db } from '#db/client.server.ts'
import { addToRecord, isRecorded } from '#features/record/server/addToRecord.server.ts'
import type { RecordPerson } from '#features/record/server/recordChain.server.ts'
import { announceAll } from '#platform/webhooks/announce.server.ts'

interface RecordedDocument {
  id: string
  version: number
  name: string
}

/** Where and by whom documents are opened. */
interface Reading {
  listingId: string
  agencyId: string
  person: RecordPerson
}

/** The first time that someone opens a version is in the record. Afterwards this costs one read. */
export async function recordOpening(db: Db, { listingId, agencyId, person }: Reading, document: RecordedDocument) {
  const opened = { kind: 'version_opened', person, fileId: document.id, version: document.version } as const
  if (await isRecorded(db, listingId, opened)) return
  await db.transaction(async (tx) => {
    const isDownloaded = await isRecorded(tx, listingId, { ...opened, kind: 'downloaded' })
    const added = await addToRecord(tx, listingId, [{ ...opened, details: { name: document.name }, isOnce: true }])
    if (added.length > 0 && !isDownloaded) await announceOpenings(tx, { listingId, agencyId, person }, [document])
  })
}

/** One entry for each document, also for a zip: a certificate lists documents. */
export async function recordDownloads(
  db: Db,
  { listingId, agencyId, person }: Reading,
  documents: RecordedDocument[],
  { isZip = false } = {},
) {
  await db.transaction(async (tx) => {
    const firsts: RecordedDocument[] = []
    for (const document of documents) {
      const saved = { person, fileId: document.id, version: document.version }
      const isKnown =
        (await isRecorded(tx, listingId, { ...saved, kind: 'version_opened' })) ||
        (await isRecorded(tx, listingId, { ...saved, kind: 'downloaded' }))
      if (!isKnown) firsts.push(document)
    }
    await addToRecord(
      tx,
      listingId,
      documents.map(({ id, version, name }) => ({
        ...{ kind: 'downloaded' as const, person, fileId: id, version },
        details: { name, isZip },
      })),
    )
    await announceOpenings(tx, { listingId, agencyId, person }, firsts)
  })
}

/** In the order of the lead's other messages. Someone whom the lead invited counts as theirs. */
const announceOpenings = (tx: Db, { listingId, agencyId, person }: Reading, documents: RecordedDocument[]) =>
  announceAll(
    tx,
    documents.map(({ id, version }) => ({
      ...{ agencyId, type: 'document.opened', objectId: person.leadId },
      data: { leadId: person.leadId, listingId, fileId: id, version },
    })),
  )
