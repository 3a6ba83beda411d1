import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file, fileOrder } from '#db/schema/files.ts'
import { reading, readingSearch } from '#db/schema/readings.ts'

/** One version of a document, as one lead has read it. */
export interface DocumentReading {
  fileId: string
  name: string
  /** The type of document, if it has one. */
  kind: string | null
  version: number
  /** False once the agent has replaced the document. */
  isCurrentVersion: boolean
  /** The pages of the version that was read. */
  pageCount: number
  /** The first element is page 1. */
  pageSeconds: number[]
  seconds: number
  firstReadAt: Date
  lastReadAt: Date
}

/** What one lead searched for in a document. */
export interface DocumentSearch {
  fileId: string
  name: string
  words: string
  times: number
  lastAt: Date
}

export interface LeadReadings {
  /** In the order of the page, the latest version first. */
  documents: DocumentReading[]
  /** The latest first. */
  searches: DocumentSearch[]
}

/** What leads have read and searched for, by lead. The caller has checked whose leads they are. A lead without readings is in the map, too. */
export async function listReadings(db: Db, agencyIds: string[], leadIds: string[]): Promise<Map<string, LeadReadings>> {
  const found = new Map(leadIds.map((id): [string, LeadReadings] => [id, { documents: [], searches: [] }]))
  if (leadIds.length === 0) return found
  const documents = await db
    .select({ reading, name: file.name, kind: file.kind, currentVersion: file.version, pageCount: file.pageCount })
    .from(reading)
    .innerJoin(file, and(eq(file.id, reading.fileId), eq(file.agencyId, reading.agencyId)))
    .where(and(inArray(reading.agencyId, agencyIds), inArray(reading.leadId, leadIds)))
    .orderBy(...fileOrder, desc(reading.version))
  for (const { reading: row, name, kind, currentVersion, pageCount } of documents) {
    const { leadId, fileId, version, pageSeconds, firstReadAt, lastReadAt } = row
    const isCurrentVersion = version === currentVersion
    found.get(leadId)?.documents.push({
      fileId,
      name,
      kind,
      version,
      isCurrentVersion,
      // How many pages an old version had is only known from its readings.
      pageCount: Math.max(isCurrentVersion ? (pageCount ?? 1) : 1, pageSeconds.length),
      pageSeconds,
      seconds: pageSeconds.reduce((sum, seconds) => sum + seconds, 0),
      firstReadAt,
      lastReadAt,
    })
  }
  const searches = await db
    .select({ search: readingSearch, name: file.name })
    .from(readingSearch)
    .innerJoin(file, and(eq(file.id, readingSearch.fileId), eq(file.agencyId, readingSearch.agencyId)))
    .where(and(inArray(readingSearch.agencyId, agencyIds), inArray(readingSearch.leadId, leadIds)))
    .orderBy(desc(readingSearch.lastAt), readingSearch.words)
  for (const { search, name } of searches) {
    const { leadId, ...rest } = search
    found.get(leadId)?.searches.push({ ...rest, name })
  }
  return found
}
