import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/events.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { channel, listing } from '#db/schema/listings.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type CsvColumns, csvDownload, csvLines, csvTimeFormat } from '#platform/downloads/csvDownload.server.ts'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import { type KeysetOrder, keysetPage } from '#platform/input/keysetPaging.server.ts'
import { useServices } from '#platform/services.server.ts'
import { fullName } from '#ui/format/format.ts'
import { channelLabel } from '#values/channelKinds.ts'
import { EventsFilter, type EventsPage, type ListEventsInput, type LoggedEvent } from '../analytics.schema.ts'
import { eventText } from '../eventText.ts'
import { deviceName } from '../portal/analyticsPage/filterNames.ts'
import { matchingEvents } from './countSources.server.ts'
import { type AnalyticsQuery, isEventInScope, resolveQuery, type Scope } from './resolveQuery.server.ts'

const newestFirst: KeysetOrder = { key: event.createdAt, of: 'moments', direction: 'desc' }

/** A page of events, the newest first. */
export async function listEvents(db: Db, agent: Agent, input: ListEventsInput): Promise<EventsPage> {
  const { event, limit, cursor, ...filters } = input
  return readEventsPage(db, agent, await resolveQuery(db, agent, filters), { event, limit, cursor })
}

type PageInput = Pick<ListEventsInput, 'event' | 'limit' | 'cursor'>

/**
 * For single listings without the agency: PostgreSQL would take it for a second condition, expect few events, and sort all of them instead of
 * reading the latest.
 */
const isListedInScope = (scope: Scope) =>
  scope.kind === 'listings' ? inArray(event.listingId, scope.listingIds) : isEventInScope(scope)

async function readEventsPage(
  db: Db,
  { agencyId }: Agent,
  query: AnalyticsQuery,
  input: PageInput,
): Promise<EventsPage> {
  const { event: name, limit, cursor } = input
  const paging = keysetPage('events', newestFirst, event.id, cursor)
  const page = db
    .select({ ...getTableColumns(event), key: paging.key.as('key') })
    .from(event)
    .where(
      and(matchingEvents(query, query.span, isListedInScope), name ? eq(event.event, name) : undefined, paging.after),
    )
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
    .as('page')
  // Names are looked up for this page only.
  const rows = await db
    .select({
      id: page.id,
      event: page.event,
      at: page.createdAt,
      listingId: page.listingId,
      listingTitle: listing.title,
      leadId: page.leadId,
      firstName: lead.firstName,
      lastName: lead.lastName,
      fileId: page.fileId,
      fileName: file.name,
      country: page.country,
      region: page.region,
      city: page.city,
      device: page.device,
      os: page.os,
      browser: page.browser,
      referrerHostname: page.referrerHostname,
      channelKind: page.channelKind,
      channelName: channel.name,
      utmSource: page.utmSource,
      utmMedium: page.utmMedium,
      utmCampaign: page.utmCampaign,
      seconds: page.seconds,
      key: page.key,
    })
    .from(page)
    .leftJoin(listing, and(eq(listing.id, page.listingId), eq(listing.agencyId, agencyId)))
    .leftJoin(lead, and(eq(lead.id, page.leadId), eq(lead.agencyId, agencyId)))
    .leftJoin(file, and(eq(file.id, page.fileId), eq(file.agencyId, agencyId)))
    .leftJoin(channel, and(eq(channel.id, page.channelId), eq(channel.agencyId, agencyId)))
    .orderBy(desc(page.createdAt), desc(page.id))
  return {
    events: rows.slice(0, limit).map(({ key: _, firstName, lastName, ...row }) => ({
      ...row,
      leadName: row.leadId === null ? null : fullName({ firstName, lastName }),
    })),
    next: paging.next(rows, limit),
  }
}

/** Responds with the signed-in agent's events as a CSV file, filtered like the log. */
export async function serveEventsCsv(url: string) {
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const search = Object.fromEntries(new URL(url).searchParams)
  const filter = EventsFilter.safeParse(search)
  if (!filter.success || findInvalidText(search))
    throw invalidInput({}, 'We don’t recognise these filters. Open Analytics and export again.')
  const { db } = useServices().database
  const { lines, timeZone } = await eventsCsv(db, visitor.agent, filter.data)
  await writeAudit(db, visitor.agent, 'downloaded', { what: 'events' })
  return csvDownload(lines, 'analytics', timeZone)
}

const CSV_PAGE_ROWS = 1_000

/** The filters are resolved before the first line is sent, so that another agent's listing can still be refused. */
export async function eventsCsv(db: Db, agent: Agent, filter: EventsFilter) {
  const query = await resolveQuery(db, agent, filter)
  const lines = csvLines(csvColumns(query.timeZone), async (cursor) => {
    const { events, next } = await readEventsPage(db, agent, query, {
      event: filter.event,
      limit: CSV_PAGE_ROWS,
      cursor,
    })
    return { rows: events, next }
  })
  return { lines, timeZone: query.timeZone }
}

function csvColumns(timeZone: string): CsvColumns<LoggedEvent> {
  const time = csvTimeFormat(timeZone)
  return {
    Date: ({ at }) => time(at),
    Event: ({ event }) => eventText(event, { fileName: null }),
    Listing: ({ listingTitle }) => listingTitle ?? '',
    Buyer: ({ leadName }) => leadName ?? '',
    Document: ({ fileName }) => fileName ?? '',
    Country: ({ country }) => country ?? '',
    Region: ({ region }) => region ?? '',
    City: ({ city }) => city ?? '',
    Device: ({ device }) => (device ? deviceName(device) : ''),
    System: ({ os }) => os ?? '',
    Browser: ({ browser }) => browser ?? '',
    Referrer: ({ referrerHostname }) => referrerHostname ?? '',
    Seconds: ({ seconds }) => seconds ?? '',
    Channel: ({ channelKind, channelName }) => channelLabel(channelKind, channelName),
    Source: ({ utmSource }) => utmSource ?? '',
    Medium: ({ utmMedium }) => utmMedium ?? '',
    Campaign: ({ utmCampaign }) => utmCampaign ?? '',
  }
}

/** Leads with how many different documents each has opened on the page, and saved one by one or as a zip. Saving is not opening. */
export async function addDocumentCountsToLeads<Lead extends { id: string }>(db: Db, agencyId: string, leads: Lead[]) {
  const countFiles = (name: 'file_view' | 'file_download') =>
    sql<number>`count(distinct ${event.fileId}) filter (where ${event.event} = ${name})`.mapWith(Number)
  const leadIds = leads.map(({ id }) => id)
  const rows = leadIds.length
    ? await db
        .select({
          id: event.leadId,
          openedFiles: countFiles('file_view'),
          downloadedFiles: countFiles('file_download'),
        })
        .from(event)
        .where(
          and(
            eq(event.agencyId, agencyId),
            inArray(event.leadId, leadIds),
            inArray(event.event, ['file_view', 'file_download']),
          ),
        )
        .groupBy(event.leadId)
    : []
  const counts = new Map(rows.map(({ id, ...count }) => [id, count]))
  return leads.map((lead) => ({ ...lead, ...(counts.get(lead.id) ?? { openedFiles: 0, downloadedFiles: 0 }) }))
}
