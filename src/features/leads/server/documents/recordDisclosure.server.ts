import type { Db } from '#db/client.server.ts'
import { addToRecord, isRecorded, listOpenedBefore } from '#features/record/server/addToRecord.server.ts'
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
export async function recordOpening(db: Db, reading: Reading, document: RecordedDocument) {
  const { listingId, person } = reading
  const opened = { kind: 'version_opened', person, fileId: document.id, version: document.version } as const
  if (await isRecorded(db, listingId, opened)) return
  await db.transaction(async (tx) => {
    const added = await addToRecord(tx, listingId, [{ ...opened, details: { name: document.name }, isOnce: true }])
    await announceOpenings(tx, reading, [document], added)
  })
}

/** One entry for each document, also for a zip: a certificate lists documents. */
export async function recordDownloads(db: Db, reading: Reading, documents: RecordedDocument[], { isZip = false } = {}) {
  const { listingId, person } = reading
  await db.transaction(async (tx) => {
    const added = await addToRecord(
      tx,
      listingId,
      documents.map(({ id, version, name }) => ({
        ...{ kind: 'downloaded' as const, person, fileId: id, version },
        details: { name, isZip },
      })),
    )
    await announceOpenings(tx, reading, documents, added)
  })
}

/**
 * Those that are not in the record before what was added now, which has locked its end: the same document that is opened and downloaded at the
 * same moment is announced once. In the order of the lead's other messages. Someone whom the lead invited counts as theirs.
 */
async function announceOpenings(
  tx: Db,
  { listingId, agencyId, person }: Reading,
  documents: RecordedDocument[],
  [firstAdded]: Awaited<ReturnType<typeof addToRecord>>,
) {
  if (!firstAdded) return
  const fileIds = documents.map(({ id }) => id)
  const known = await listOpenedBefore(tx, firstAdded, person, fileIds)
  const firsts = documents.filter(
    ({ id, version }) => !known.some((one) => one.fileId === id && one.version === version),
  )
  await announceAll(
    tx,
    firsts.map(({ id, version }) => ({
      ...{ agencyId, type: 'document.opened', objectId: person.leadId },
      data: { leadId: person.leadId, listingId, fileId: id, version },
    })),
  )
}
