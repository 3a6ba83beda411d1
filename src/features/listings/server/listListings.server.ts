import { and, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { isInPublishedState, listing } from '#db/schema/listings.ts'
import { containsAllWords } from '#db/wordSearch.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { countRecentViewsAndLeads } from '#platform/events/eventSums.server.ts'
import type { Whose } from '#platform/input/fieldSchemas.ts'
import { type KeysetOrder, keysetPage } from '#platform/input/keysetPaging.server.ts'
import { type ListListingsInput, listingState } from '../listings.schema.ts'
import type { ListingSort, ListingState } from '../listingsSearch.ts'

const RECENT_DAYS = 30

/** A page of an agent's listings with their recent views and leads, the same numbers as in analytics. */
export async function listListings(db: Db, agent: Agent, input: ListListingsInput) {
  const { search, state, whose, sort, limit, cursor } = input
  const paging = keysetPage(sort, listingOrders[sort], listing.id, cursor)
  const rows = await db
    .select({ row: listing, id: listing.id, key: paging.key })
    .from(listing)
    .where(
      and(isListingWithinReach(agent, whose), inState(state), containsAllWords(search, searchedColumns), paging.after),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const activity = await countActivity(
    db,
    agent,
    page.map(({ row }) => row),
  )
  return {
    listings: page.map(({ row }) => {
      const { id, userId, title, subtitle, slug, status, coverFileId, publishedAt, createdAt, updatedAt } = row
      const { views = 0, leads = 0, files = 0 } = activity.get(id) ?? {}
      return {
        id,
        /** The lead agent. */
        userId,
        title,
        subtitle,
        slug,
        status,
        coverFileId,
        publishedAt,
        createdAt,
        updatedAt,
        state: listingState(row),
        views,
        leads,
        files,
      }
    }),
    next: paging.next(rows, limit),
  }
}

export async function countListings(db: Db, agent: Agent, whose?: Whose): Promise<Record<ListingState, number>> {
  const [counts] = await db
    .select({
      draft: sql<number>`count(*) filter (where ${inState('draft')})`.mapWith(Number),
      published: sql<number>`count(*) filter (where ${inState('published')})`.mapWith(Number),
      archived: sql<number>`count(*) filter (where ${inState('archived')})`.mapWith(Number),
    })
    .from(listing)
    .where(isListingWithinReach(agent, whose))
  return counts ?? { draft: 0, published: 0, archived: 0 }
}

const searchedColumns = [
  ...[listing.title, listing.subtitle, listing.slug],
  ...[
    listing.unit,
    listing.streetNumber,
    listing.street,
    listing.suburb,
    listing.city,
    listing.region,
    listing.postcode,
  ],
  // As people write them: "under offer", "deadline sale".
  ...[listing.propertyType, listing.saleMethod, listing.status].map((column) => sql`replace(${column}, '_', ' ')`),
]

const listingOrders: Record<ListingSort, KeysetOrder> = {
  changed: { key: listing.updatedAt, of: 'moments', direction: 'desc' },
  created: { key: listing.createdAt, of: 'moments', direction: 'desc' },
  title: { key: sql`lower(${listing.title})`, of: 'text', direction: 'asc' },
}

function inState(state: ListingState | undefined) {
  if (state === 'archived') return isNotNull(listing.archivedAt)
  if (state === 'published') return isInPublishedState
  if (state === 'draft') return and(isNull(listing.archivedAt), isNull(listing.publishedAt))
  return isNull(listing.archivedAt)
}

async function countActivity(db: Db, agent: Agent, listings: { id: string; userId: string }[]) {
  const ids = listings.map(({ id }) => id)
  if (ids.length === 0) return new Map<string, never>()
  const [counts, files] = await Promise.all([
    countRecentViewsAndLeads(db, agent, listings, RECENT_DAYS),
    db
      .select({ id: file.listingId, files: count() })
      .from(file)
      .where(and(eq(file.agencyId, agent.agencyId), inArray(file.listingId, ids), isNull(file.archivedAt)))
      .groupBy(file.listingId),
  ])
  const byId = <Row extends { id: string | null }>(rows: Iterable<Row>) =>
    new Map([...rows].map((row): [string | null, Row] => [row.id, row]))
  const [countsById, filesById] = [byId(counts), byId(files)]
  return new Map(ids.map((id) => [id, { ...countsById.get(id), ...filesById.get(id) }]))
}
