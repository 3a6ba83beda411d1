import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { file } from '#db/schema/files.ts'
import { channel, listing } from '#db/schema/listings.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type ChannelKind, channelKinds } from '#values/channelKinds.ts'
import type {
  AnalyticsInput,
  ChannelViews,
  DocumentCounts,
  NamedViews,
  PlaceViews,
  ViewsByChannel,
  ViewsByDevice,
} from '../analytics.schema.ts'
import { type Facet, findCountSources, unionCountsByValue } from './countSources.server.ts'
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
  const counts = unionCountsByValue(findCountSources(query, facet, query.span), ['listing_view'])
  const { rows } = await db.execute<ViewsByValue>(sql`
    select value, sum(events)::int as views, sum(uniques)::int as visitors
    from ${counts} group by 1 having sum(events) > 0 order by views desc, visitors desc, value limit ${limit}`)
  return rows
}

const MAX_CHANNELS = 1_000
const MAX_CAMPAIGNS = 500

/** Views and leads by the link that visitors came by, and by what its address said of a campaign. */
export async function readViewsByChannel(db: Db, agent: Agent, input: AnalyticsInput): Promise<ViewsByChannel> {
  const query = await resolveQuery(db, agent, input)
  const [channels, campaigns] = await Promise.all([
    countLeadsBy(db, query, 'channel', MAX_CHANNELS),
    countLeadsBy(db, query, 'campaign', MAX_CAMPAIGNS),
  ])
  return {
    channels: query.filters.listingId ? await nameChannels(db, agent, channels) : groupByKind(channels),
    campaigns: campaigns.map(({ value: [source = '', medium = '', campaign = ''], ...counts }) => ({
      ...{ source, medium, campaign },
      ...counts,
    })),
  }
}

interface ViewsAndLeads extends ViewsByValue {
  leads: number
}

/** Direct visits are the total without the others, and so perhaps 0. */
async function countLeadsBy(db: Db, query: AnalyticsQuery, facet: Facet, limit: number): Promise<ViewsAndLeads[]> {
  const counts = unionCountsByValue(findCountSources(query, facet, query.span), ['listing_view'], ['lead_created'])
  const { rows } = await db.execute<ViewsAndLeads>(sql`
    select value, coalesce(sum(events) filter (where event = 'listing_view'), 0)::int as views,
      coalesce(sum(uniques) filter (where event = 'listing_view'), 0)::int as visitors,
      coalesce(sum(events) filter (where event = 'lead_created'), 0)::int as leads
    from ${counts} group by 1 having sum(events) > 0 order by views desc, visitors desc, leads desc, value limit ${limit}`)
  return rows
}

const isKind = (text: string): text is ChannelKind => channelKinds.some((kind) => kind === text)

/** Over all listings: the links of each kind together. */
function groupByKind(counts: ViewsAndLeads[]): ChannelViews[] {
  const groups = Map.groupBy(counts, ({ value: [kind = ''] }) => kind)
  return [...groups]
    .map(([kind, rows]) => ({
      ...{ channel: kind || 'direct', kind: isKind(kind) ? kind : null, name: '' },
      views: rows.reduce((sum, { views }) => sum + views, 0),
      visitors: rows.reduce((sum, { visitors }) => sum + visitors, 0),
      leads: rows.reduce((sum, { leads }) => sum + leads, 0),
    }))
    .sort((one, other) => other.views - one.views || (one.channel < other.channel ? -1 : 1))
}

/** Of one listing: each link with its name. */
async function nameChannels(db: Db, { agencyId }: Agent, counts: ViewsAndLeads[]): Promise<ChannelViews[]> {
  const ids = counts.flatMap(({ value: [, id] }) => id || [])
  const found = ids.length
    ? await db
        .select({ id: channel.id, name: channel.name })
        .from(channel)
        .where(and(eq(channel.agencyId, agencyId), inArray(channel.id, ids)))
    : []
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return counts.map(({ value: [kind = '', id = ''], ...rest }) => ({
    ...{ channel: id || 'direct', kind: isKind(kind) ? kind : null, name: names.get(id) ?? '' },
    ...rest,
  }))
}

interface DocumentRow extends Record<string, unknown> {
  fileId: string
  opens: number
  downloads: number
}

/** How often each document was opened and downloaded, the most read first. Archived documents keep their names. */
export async function countOpensAndDownloads(db: Db, agent: Agent, query: AnalyticsQuery): Promise<DocumentCounts[]> {
  const counts = unionCountsByValue(findCountSources(query, 'file', query.span), ['file_view', 'file_download'])
  const { rows } = await db.execute<DocumentRow>(sql`
    select value[1] as "fileId", coalesce(sum(events) filter (where event = 'file_view'), 0)::int as opens,
      coalesce(sum(events) filter (where event = 'file_download'), 0)::int as downloads
    from ${counts} group by 1 having sum(events) > 0
    order by opens desc, downloads desc, "fileId" limit ${MAX_DOCUMENTS}`)
  const ids = rows.map(({ fileId }) => fileId)
  const files = ids.length ? await findFiles(db, agent, ids) : []
  const filesById = new Map(files.map(({ id, ...about }) => [id, about]))
  return rows.map(({ fileId, opens, downloads }) => {
    const { name = '', kind = null, listingTitle = null } = filesById.get(fileId) ?? {}
    return { fileId, name, kind, listingTitle, opens, downloads }
  })
}

const findFiles = (db: Db, { agencyId }: Agent, ids: string[]) =>
  db
    .select({ id: file.id, name: file.name, kind: file.kind, listingTitle: listing.title })
    .from(file)
    .leftJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(and(eq(file.agencyId, agencyId), inArray(file.id, ids)))
