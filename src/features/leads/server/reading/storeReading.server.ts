import type { Database, Db } from '#db/client.server.ts'
import { readingSession } from '#db/schema/readings.ts'
import { invalidInput } from '#platform/errors.ts'
import type { ReadingReport } from '../../reading.schema.ts'
import { newReadingKey, type ReadingKey } from './readingKey.server.ts'
import { ALLOWANCE_SECONDS, readingStatements } from './readingStatements.server.ts'

/** Starts a session for a document that has just been opened. Without its row, nothing is stored: see `storeReading`. */
export async function startReadingSession(db: Db, facts: Parameters<typeof newReadingKey>[0]) {
  const key = newReadingKey(facts)
  const { sessionId: id, leadId, isGuest, inviteeId, fileId, version, issuedAt } = key
  await db.insert(readingSession).values({
    id,
    leadId: isGuest ? null : leadId,
    inviteeId,
    fileId,
    version,
    pageSeconds: [],
    startedAt: issuedAt,
    reportedAt: issuedAt,
  })
  return key
}

/**
 * Adds what is new in a report. Returns false if nothing may be stored for this key any more: the session has ended or was erased, the
 * agent has replaced the document, removed the access or taken the listing down, or the invitee's access has ended.
 */
export async function storeReading(
  database: Pick<Database, 'executePrepared'>,
  key: ReadingKey,
  { pageTenths, searches }: Omit<ReadingReport, 'key'>,
) {
  refuseImpossible(key, { pageTenths, searches })
  const { sessionId, leadId, inviteeId, fileId, version, issuedAt } = key
  const kind = statementKind(key, searches.length > 0)
  const { rows } = await database.executePrepared(`store_reading_${kind}`, readingStatements[kind], {
    ...{ sessionId, leadId, inviteeId, fileId, version },
    issuedAt: issuedAt.toISOString(),
    pageSeconds: `{${pageTenths.map((tenths) => tenths / 10).join(',')}}`,
    searches: JSON.stringify(searches),
  })
  return rows.length > 0
}

function statementKind({ isGuest, inviteeId }: ReadingKey, hasSearches: boolean): keyof typeof readingStatements {
  if (inviteeId) return 'invitee'
  if (isGuest) return 'guest'
  return hasSearches ? 'leadWithSearches' : 'lead'
}

/** Nobody reads a page that does not exist, nor for longer than the document has been open. */
function refuseImpossible(key: ReadingKey, { pageTenths, searches }: Omit<ReadingReport, 'key'>) {
  if (pageTenths.length > key.pageCount) throw invalidInput({ pageTenths: 'The document has fewer pages' })
  const openSeconds = (Date.now() - key.issuedAt.getTime()) / 1000 + ALLOWANCE_SECONDS
  const readSeconds = pageTenths.reduce((sum, tenths) => sum + tenths, 0) / 10
  if (readSeconds > openSeconds) throw invalidInput({ pageTenths: 'Longer than the document has been open' })
  if (searches.some(({ second }) => second > openSeconds))
    throw invalidInput({ searches: 'Later than the document has been open' })
}
