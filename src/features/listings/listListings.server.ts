import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { matchingWords } from '#db/matchingWords.ts'
import { event } from '#db/schema/event.ts'
import { file } from '#db/schema/file.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import type { Agent } from '#platform/session.server.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.server.ts'
import type { ListingSort, ListingState } from './listingChoices.ts'
import { type ListingQuestion, stateOf } from './listings.ts'

const RECENT_DAYS = 30

/** A page of an agent's listings, with what happened around each of them lately. */
export async function listListings(db: Db, agent: Agent, question: ListingQuestion) {
  const { search, state, sort, limit, cursor } = question
  const { key, direction, written } = order[sort]
  const rows = await db
    .select({ row: listing, key: written(key) })
    .from(listing)
    .where(
      and(
        eq(listing.userId, agent.id),
        inState(state),
        matchingWords(search, [listing.title, listing.subtitle, listing.slug]),
        after(sort, readCursor(sort, cursor)),
      ),
    )
    .orderBy(direction(key), direction(listing.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const figures = await readFigures(
    db,
    page.map(({ row }) => row.id),
  )
  return {
    listings: page.map(({ row }) => {
      const { id, title, subtitle, slug, coverFileId, publishedAt, createdAt, updatedAt } = row
      const { views = 0, leads = 0, files = 0 } = figures.get(id) ?? {}
      return {
        id,
        title,
        subtitle,
        slug,
        coverFileId,
        publishedAt,
        createdAt,
        updatedAt,
        state: stateOf(row),
        views,
        leads,
        files,
      }
    }),
    next: rows.length > limit && last ? writeCursor({ sort, key: last.key, id: last.row.id }) : null,
  }
}

export async function countListings(db: Db, agent: Agent): Promise<Record<ListingState, number>> {
  const [counts] = await db
    .select({
      draft: sql<number>`count(*) filter (where ${inState('draft')})`.mapWith(Number),
      published: sql<number>`count(*) filter (where ${inState('published')})`.mapWith(Number),
      archived: sql<number>`count(*) filter (where ${inState('archived')})`.mapWith(Number),
    })
    .from(listing)
    .where(eq(listing.userId, agent.id))
  return counts ?? { draft: 0, published: 0, archived: 0 }
}

interface Order {
  key: SQL
  direction: typeof asc
  beyond: SQL
  /** How the key travels in a cursor, and how it is read from one. */
  written: (key: SQL) => SQL<string>
  read: (key: string) => SQL
}

const newestFirst = {
  direction: desc,
  beyond: sql`<`,
  written: (key: SQL) => sql<string>`(extract(epoch from ${key}) * 1000000)::bigint::text`,
  read: (key: string) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
}
const order: Record<ListingSort, Order> = {
  changed: { key: sql`${listing.updatedAt}`, ...newestFirst },
  created: { key: sql`${listing.createdAt}`, ...newestFirst },
  title: {
    key: sql`lower(${listing.title})`,
    direction: asc,
    beyond: sql`>`,
    written: (key) => sql<string>`${key}`,
    read: (key) => sql`${key}::text`,
  },
}

function after(sort: ListingSort, cursor: Cursor | undefined) {
  if (!cursor) return undefined
  const { key, beyond, read } = order[sort]
  return sql`(${key}, ${listing.id}) ${beyond} (${read(cursor.key)}, ${cursor.id})`
}

function inState(state: ListingState | undefined) {
  if (state === 'archived') return isNotNull(listing.archivedAt)
  if (state === 'published') return and(isNull(listing.archivedAt), isNotNull(listing.publishedAt))
  if (state === 'draft') return and(isNull(listing.archivedAt), isNull(listing.publishedAt))
  return isNull(listing.archivedAt)
}

interface Figures {
  views?: number
  leads?: number
  files?: number
}

async function readFigures(db: Db, ids: string[]) {
  const figures = new Map<string, Figures>(ids.map((id) => [id, {}]))
  if (ids.length === 0) return figures
  const since = new Date(Date.now() - RECENT_DAYS * 24 * 3600 * 1000)
  const enter = (name: keyof Figures) => (rows: { id: string | null; n: number }[]) => {
    for (const { id, n } of rows) Object.assign(figures.get(id ?? '') ?? {}, { [name]: n })
  }
  await Promise.all([
    db
      .select({ id: event.listingId, n: count() })
      .from(event)
      .where(and(inArray(event.listingId, ids), eq(event.event, 'listing_view'), gte(event.createdAt, since)))
      .groupBy(event.listingId)
      .then(enter('views')),
    db
      .select({ id: lead.listingId, n: count() })
      .from(lead)
      .where(and(inArray(lead.listingId, ids), gte(lead.createdAt, since)))
      .groupBy(lead.listingId)
      .then(enter('leads')),
    db
      .select({ id: file.listingId, n: count() })
      .from(file)
      .where(and(inArray(file.listingId, ids), isNull(file.archivedAt)))
      .groupBy(file.listingId)
      .then(enter('files')),
  ])
  return figures
}
