import { FastResponse } from 'srvx'
import * as z from 'zod/mini'
import type { Database, Db } from '#db/client.server.ts'
import { readingSession } from '#db/schema/readings.ts'
import { MAX_MEASURED_PAGES, MAX_SEARCH_LENGTH, MAX_SEARCHES } from '#features/files/reader/reading/readingMeasure.ts'
import { forbidden, invalidInput } from '#platform/errors.ts'
import { READING_PATH } from '#platform/events/events.ts'
import { asksForPrivacy } from '#platform/events/visitors.server.ts'
import {
  createFloodLimit,
  readBeaconBody,
  refuseForeignBeacons,
  shouldCountBeacon,
} from '#platform/http/beacons.server.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import type { Services } from '#platform/services.server.ts'
import { newReadingKey, type ReadingKey, verifyReadingKey } from './readingKey.server.ts'
import { ALLOWANCE_SECONDS, readingStatements } from './readingStatements.server.ts'

const MAX_KEY_LENGTH = 300
const TENTHS_PER_DAY = 24 * 3600 * 10
const SECONDS_PER_DAY = 24 * 3600

const ReportedSearch = z.strictObject({
  words: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(MAX_SEARCH_LENGTH)),
  /** When, in seconds since the document was opened. The same search at the same time is one search, however often it is reported. */
  second: z.int().check(z.gte(0), z.lte(SECONDS_PER_DAY)),
})

/** What a browser reports about one opened document: everything since it was opened, so a lost report is in the next one. */
export const ReadingReport = z.strictObject({
  key: z.string().check(z.maxLength(MAX_KEY_LENGTH)),
  /** Tenths of seconds on each page; the first element is page 1. Pages after the last one that was read are left out. */
  pageTenths: z.array(z.int().check(z.gte(0), z.lte(TENTHS_PER_DAY))).check(z.maxLength(MAX_MEASURED_PAGES)),
  searches: z.array(ReportedSearch).check(z.maxLength(MAX_SEARCHES)),
})
export type ReadingReport = z.infer<typeof ReadingReport>

const BODY_LIMIT = { maxBytes: 64_000, maxValues: MAX_MEASURED_PAGES + 4 * MAX_SEARCHES }

const floodLimit = createFloodLimit()

/** Responds to the reports of the document reader. Runs before TanStack Start, because there is one every 15 seconds from each reader. */
export function respondToReading(services: Services, request: Request) {
  if (new URL(request.url).pathname !== READING_PATH) return undefined
  return withRequestContext(services, request, async () => {
    try {
      refuseForeignBeacons(request, services.env.APP_URL)
      const sent = await readBeaconBody(request, BODY_LIMIT)
      const invalid = findInvalidText(sent)
      if (invalid) throw invalidInput({ [invalid]: 'Contains characters that can’t be stored' })
      const { key: signedKey, ...report } = ReadingReport.parse(sent)
      const key = verifyReadingKey(services.env.APP_SECRET, signedKey)
      if (!key) throw readingEnded()
      const isCounted = shouldCountBeacon(request, floodLimit) && !asksForPrivacy(request.headers)
      if (isCounted && !(await storeReading(services.database, key, report))) throw readingEnded()
      return new FastResponse(null, { status: 204 })
    } catch (error) {
      return errorResponse(explainError(services.log, error), request)
    }
  })
}

/** The same for a forged key and for one that has ended. The page stops reporting. */
const readingEnded = () => forbidden('This document is no longer open.')

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
