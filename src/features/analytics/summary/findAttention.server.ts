import { and, asc, count, desc, eq, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/file.ts'
import { lead, needsReply } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import type { Agent } from '#platform/session.server.ts'
import type { Attention } from '../analytics.ts'

const aDayAgo = sql`now() - interval '1 day'`

/** What waits for the agent, the most urgent first. */
export async function findAttention(db: Db, agent: Agent): Promise<Attention[]> {
  const found = await Promise.all([
    agent.subscriptionActive ? undefined : ({ kind: 'inactive subscription' } as const),
    countLeadsToReply(db, agent),
    findFailedUploads(db, agent),
    findListings(db, agent, 'without photos', and(isNotNull(listing.publishedAt), not(hasPhotos(db)))),
    findListings(db, agent, 'drafts', and(isNull(listing.publishedAt), lt(listing.createdAt, aDayAgo))),
  ])
  return found.filter((one) => one !== undefined)
}

async function countLeadsToReply(db: Db, agent: Agent) {
  const [found] = await db
    .select({ count: count() })
    .from(lead)
    .where(and(eq(lead.userId, agent.id), needsReply))
  return found?.count ? { kind: 'leads to reply to' as const, count: found.count } : undefined
}

async function findFailedUploads(db: Db, agent: Agent) {
  const [found] = await db
    .select({ count: sql<number>`count(*) over ()`.mapWith(Number), listingId: file.listingId, fileName: file.name })
    .from(file)
    .where(and(eq(file.userId, agent.id), isNull(file.archivedAt), eq(file.state, 'failed')))
    .orderBy(desc(file.createdAt), asc(file.id))
    .limit(1)
  return found && { kind: 'failed uploads' as const, ...found }
}

async function findListings(db: Db, agent: Agent, kind: 'drafts' | 'without photos', which: SQL | undefined) {
  const [found] = await db
    .select({ count: sql<number>`count(*) over ()`.mapWith(Number), listingId: listing.id, title: listing.title })
    .from(listing)
    .where(and(eq(listing.userId, agent.id), isNull(listing.archivedAt), which))
    .orderBy(desc(listing.updatedAt), asc(listing.id))
    .limit(1)
  return found && { kind, ...found }
}

const hasPhotos = (db: Db) =>
  sql`exists (${db
    .select({ one: sql`1` })
    .from(file)
    .where(and(eq(file.listingId, listing.id), eq(file.type, 'image'), isNull(file.archivedAt)))})`
