import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import { readingSum } from '#db/schema/readings.ts'
import { isWithinReach, matchesWhose } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { AnalyticsInput, DocumentPages, DocumentReadingTime, ReadingTime } from '../analytics.schema.ts'
import { resolveQuery } from './resolveQuery.server.ts'

const MAX_DOCUMENTS = 200

/**
 * How long all readers have read documents, since these were uploaded: there are no sums by day. Only the filters by listing and by
 * document apply. The pages of a document are those of its current version, or of the last one that was read.
 */
export async function readReadingTime(db: Db, agent: Agent, input: AnalyticsInput): Promise<ReadingTime> {
  await resolveQuery(db, agent, input)
  return {
    documents: await sumByDocument(db, agent, input),
    pages: input.fileId ? await findPages(db, agent, input.fileId) : null,
  }
}

async function sumByDocument(
  db: Db,
  agent: Agent,
  { listingId, fileId, whose }: AnalyticsInput,
): Promise<DocumentReadingTime[]> {
  const seconds = sql<number>`sum(${readingSum.seconds})`.mapWith(Number)
  const longest = db
    .select({ fileId: readingSum.fileId, seconds: seconds.as('seconds') })
    .from(readingSum)
    .innerJoin(file, and(eq(file.id, readingSum.fileId), eq(file.agencyId, readingSum.agencyId)))
    .where(
      and(
        isWithinReach(agent, file),
        matchesWhose(agent, whose, file),
        listingId ? eq(file.listingId, listingId) : undefined,
        fileId ? eq(file.id, fileId) : undefined,
      ),
    )
    .groupBy(readingSum.fileId)
    .orderBy(desc(seconds), readingSum.fileId)
    .limit(MAX_DOCUMENTS)
    .as('longest')
  // The rest is looked up for these only: an agency has many documents.
  return db
    .select({
      fileId: file.id,
      name: file.name,
      listingTitle: listing.title,
      seconds: longest.seconds,
      readers: sql<number>`(select coalesce(max(r), 0) from ${readingSum}, unnest(${readingSum.pageReaders}) r
        where ${readingSum.agencyId} = ${agent.agencyId} and ${readingSum.fileId} = ${longest.fileId})`.mapWith(Number),
    })
    .from(longest)
    .innerJoin(file, and(eq(file.id, longest.fileId), eq(file.agencyId, agent.agencyId)))
    .leftJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .orderBy(desc(longest.seconds), file.id)
}

async function findPages(db: Db, agent: Agent, fileId: string): Promise<DocumentPages | null> {
  const [found] = await db
    .select({ sums: readingSum, pageCount: file.pageCount, currentVersion: file.version })
    .from(readingSum)
    .innerJoin(file, and(eq(file.id, readingSum.fileId), eq(file.agencyId, readingSum.agencyId)))
    .where(and(eq(file.id, fileId), isWithinReach(agent, file)))
    .orderBy(desc(readingSum.version))
    .limit(1)
  if (!found) return null
  const { version, pageSeconds, pageReaders } = found.sums
  const isCurrentVersion = version === found.currentVersion
  const pageCount = Math.max(isCurrentVersion ? (found.pageCount ?? 1) : 1, pageSeconds.length)
  return { pageSeconds, pageReaders, pageCount, isCurrentVersion }
}
