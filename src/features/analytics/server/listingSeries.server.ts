import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { eventDay } from '#db/schema/events.ts'
import { file, isShownToBuyers } from '#db/schema/files.ts'
import { isOfListing, type ListingKey, type listing } from '#db/schema/listings.ts'
import { readingSum } from '#db/schema/readings.ts'
import { findSumOwners, selectSums, selectSumsByChannel } from '#platform/events/eventSums.server.ts'
import { type ChannelKind, channelKinds } from '#values/channelKinds.ts'
import type { DayCounts } from '../analytics.schema.ts'
import type { DaySpan } from '../dateRanges.ts'
import type { AnalyticsQuery } from './resolveQuery.server.ts'
import { countEventsByDay } from './viewsAndEngagement.server.ts'

type Listing = Pick<typeof listing.$inferSelect, 'id' | 'userId' | 'agencyId'>

/** What happened on a listing on one day by one kind of link. */
export interface ChannelDay {
  day: string
  channel: ChannelKind | 'direct'
  views: number
  visitors: number
  leads: number
}

/** The figures of one listing day by day, from the sums that the analytics page reads. For reports that no agent asks for: the caller checks access. */
export async function readListingSeries(db: Db, about: Listing, span: DaySpan) {
  const [days, channels] = await Promise.all([countDays(db, about, span), countChannelDays(db, about, span)])
  return { days, channels }
}

async function countDays(db: Db, about: Listing, span: DaySpan): Promise<DayCounts[]> {
  const owners = await findSumOwners(db, about.agencyId, [about])
  const query: AnalyticsQuery = {
    scopes: [{ kind: 'listings', agencyId: about.agencyId, ...owners }],
    timeZone: '',
    ...{ span, spanBefore: span, lastDay: span.to },
    filters: { listingId: about.id },
  }
  return (await countEventsByDay(db, query)).days
}

interface ChannelDayRow extends Record<string, unknown>, Omit<ChannelDay, 'channel'> {
  kind: string
}

async function countChannelDays(db: Db, about: Listing, span: DaySpan): Promise<ChannelDay[]> {
  const owners = await findSumOwners(db, about.agencyId, [about])
  const { rows } = await db.execute<ChannelDayRow>(sql`
    select to_char(${eventDay.day}, 'YYYY-MM-DD') as day, ${eventDay.value}[1] as kind,
      ${sumOf('listing_view', sql`${eventDay.events}`)} as views, ${sumOf('listing_view', sql`${eventDay.uniques}`)} as visitors,
      ${sumOf('lead_created', sql`${eventDay.events}`)} as leads
    from ${selectSumsByChannel({ ...owners, facet: 'listing channel', ...span })}
    where ${eventDay.event} in ('listing_view', 'lead_created') group by 1, 2 order by 1, 2`)
  return rows.map(({ kind, ...counts }) => ({
    ...counts,
    channel: channelKinds.find((one) => one === kind) ?? 'direct',
  }))
}

const sumOf = (event: string, amount: ReturnType<typeof sql>) =>
  sql`coalesce(sum(${amount}) filter (where ${eventDay.event} = ${event}), 0)::int`

/** A listing and the days of it that are counted. */
export type ListingDays = Listing & DaySpan

/** The totals of several listings of an agency, each over its own days. */
export async function sumListings(db: Db, agencyId: string, listings: readonly ListingDays[]) {
  const [first] = listings
  if (!first) return []
  const owners = await findSumOwners(db, agencyId, [...listings])
  const from = listings.reduce((earliest, one) => (one.from < earliest ? one.from : earliest), first.from)
  const to = listings.reduce((latest, one) => (one.to > latest ? one.to : latest), first.to)
  const column = (key: 'id' | 'from' | 'to') => sql.param(listings.map((one) => one[key]))
  const { rows } = await db.execute<{ id: string; views: number; visitors: number; leads: number }>(sql`
    select counted.id, ${sumOf('listing_view', sql`${eventDay.events}`)} as views,
      ${sumOf('listing_view', sql`${eventDay.uniques}`)} as visitors, ${sumOf('lead_created', sql`${eventDay.events}`)} as leads
    from unnest(${column('id')}::text[], ${column('from')}::date[], ${column('to')}::date[]) counted (id, "from", "to")
    left join ${selectSums({ ...owners, facet: 'listing', from, to })}
      on ${eventDay.listingId} = counted.id and ${eventDay.day} between counted."from" and counted."to"
    group by counted.id order by counted.id`)
  return rows
}

/** Today, where the agent is. */
export const agentLocalToday = (userId: string) =>
  sql<string>`to_char((now() at time zone ${agentTimeZone(userId)})::date, 'YYYY-MM-DD')`

/** The local day of a moment in the agent's time zone. */
export const agentLocalDay = (moment: ReturnType<typeof sql>, userId: string) =>
  sql<string | null>`to_char((${moment} at time zone ${agentTimeZone(userId)})::date, 'YYYY-MM-DD')`

/** How the documents of a listing that buyers see were read, as `readReadingTime` says it for an agent. */
export async function readListingReading(db: Db, about: ListingKey) {
  const versions = await db
    .select({ id: file.id, name: file.name, pageCount: file.pageCount, version: file.version, sums: readingSum })
    .from(file)
    .leftJoin(readingSum, and(eq(readingSum.fileId, file.id), eq(readingSum.agencyId, file.agencyId)))
    .where(and(isOfListing(file, about), eq(file.type, 'file'), isShownToBuyers))
    .orderBy(file.id, desc(readingSum.version))
  return [...Map.groupBy(versions, ({ id }) => id).values()].map((read) => {
    const [latest] = read
    const { pageSeconds = [], pageReaders = [], version } = latest?.sums ?? {}
    const pageCount = Math.max(version === latest?.version ? (latest?.pageCount ?? 1) : 1, pageSeconds.length)
    return {
      name: latest?.name ?? '',
      seconds: read.reduce((sum, { sums }) => sum + (sums?.seconds ?? 0), 0),
      readers: Math.max(0, ...read.flatMap(({ sums }) => sums?.pageReaders ?? [])),
      pages: { pageSeconds, pageReaders, pageCount },
    }
  })
}
