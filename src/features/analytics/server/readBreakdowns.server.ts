import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { listing } from '#db/schema/listings.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { AnalyticsInput, DocumentCounts, NamedViews, PlaceViews, ViewsByDevice } from '../analytics.schema.ts'
import { type Facet, findCountTables, sumCountTables } from './countTables.server.ts'
import { type AnalyticsQuery, resolveQuery } from './resolveQuery.server.ts'

const MAX_PLACES = 500
const MAX_REFERRERS = 500
const MAX_DOCUMENTS = 200
/** More than there are: devices, systems and browsers come from a fixed list. */
const MAX_DEVICES = 10_000

/** Views by city. */
export async function readViewsByPlace(db: Db, agent: Agent, input: AnalyticsInput): Promise<PlaceViews[]> {
  const counts = await countViewsBy(db, await resolveQuery(db, agent, input), 'place', MAX_PLACES)
  return counts.map(({ value: [country = '', region = '', city = ''], views, visitors }) => ({
    country,
    region,
    city,
    views,
    visitors,
  }))
}

/** Views by the site that had the link. */
export async function readViewsByReferrer(db: Db, agent: Agent, input: AnalyticsInput): Promise<NamedViews[]> {
  const counts = await countViewsBy(db, await resolveQuery(db, agent, input), 'referrer', MAX_REFERRERS)
  return counts.map(({ value: [name = ''], views, visitors }) => ({ name, views, visitors }))
}

/** Views by device, by operating system and by browser. */
export async function readViewsByDevice(db: Db, agent: Agent, input: AnalyticsInput): Promise<ViewsByDevice> {
  const counts = await countViewsBy(db, await resolveQuery(db, agent, input), 'device', MAX_DEVICES)
  return { devices: groupByPart(counts, 0), systems: groupByPart(counts, 1), browsers: groupByPart(counts, 2) }
}

function groupByPart(counts: ViewsByValue[], part: number): NamedViews[] {
  const groups = new Map<string, NamedViews>()
  for (const { value, views, visitors } of counts) {
    const name = value[part] ?? ''
    const group = groups.get(name) ?? { name, views: 0, visitors: 0 }
    groups.set(name, { name, views: group.views + views, visitors: group.visitors + visitors })
  }
  return [...groups.values()].sort((one, other) => other.views - one.views || (one.name < other.name ? -1 : 1))
}

interface ViewsByValue extends Record<string, unknown> {
  /** The values of a facet: a device has three, a referrer one. */
  value: string[]
  views: number
  visitors: number
}

/** Views of the range by one facet, most views first. */
async function countViewsBy(db: Db, query: AnalyticsQuery, facet: Facet, limit: number): Promise<ViewsByValue[]> {
  const counts = sumCountTables(
    findCountTables(query, facet, query.span),
    ({ events, uniques }) => sql`${events}::int as views, ${uniques}::int as visitors`,
    ({ event }) => sql`${event} = 'listing_view'`,
  )
  const { rows } = await db.execute<ViewsByValue>(sql`
    select value, sum(views)::int as views, sum(visitors)::int as visitors
    from ${counts} group by 1 order by views desc, visitors desc, value limit ${limit}`)
  return rows
}

interface DocumentRow extends Record<string, unknown> {
  fileId: string
  opens: number
  downloads: number
}

/** How often each document was opened and downloaded, the most read first. Archived documents keep their names. */
export async function countOpensAndDownloads(db: Db, query: AnalyticsQuery): Promise<DocumentCounts[]> {
  const counts = sumCountTables(
    findCountTables(query, 'file', query.span),
    ({ event, events }) => {
      const count = (name: string) => sql`coalesce(${events} filter (where ${event} = ${name}), 0)::int`
      return sql`${count('file_view')} as opens, ${count('file_download')} as downloads`
    },
    // As in the index of the events, so that it can be used.
    ({ event }) => sql`${event} in ('file_view', 'file_download')`,
  )
  const { rows } = await db.execute<DocumentRow>(sql`
    select value[1] as "fileId", sum(opens)::int as opens, sum(downloads)::int as downloads
    from ${counts} group by 1 order by opens desc, downloads desc, "fileId" limit ${MAX_DOCUMENTS}`)
  const ids = rows.map(({ fileId }) => fileId)
  const files = ids.length ? await findFiles(db, ids) : []
  const filesById = new Map(files.map(({ id, ...about }) => [id, about]))
  return rows.map(({ fileId, opens, downloads }) => {
    const { name = '', kind = null, listingTitle = null } = filesById.get(fileId) ?? {}
    return { fileId, name, kind, listingTitle, opens, downloads }
  })
}

const findFiles = (db: Db, ids: string[]) =>
  db
    .select({ id: file.id, name: file.name, kind: file.kind, listingTitle: listing.title })
    .from(file)
    .leftJoin(listing, eq(listing.id, file.listingId))
    .where(inArray(file.id, ids))
