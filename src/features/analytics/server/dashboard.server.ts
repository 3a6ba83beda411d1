import { and, asc, count, desc, eq, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone, profile, user } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { eventDay } from '#db/schema/events.ts'
import { file, isShownToBuyers } from '#db/schema/files.ts'
import { lead, leadEmail, needsReply } from '#db/schema/leads.ts'
import { isPublicListing, listing } from '#db/schema/listings.ts'
import { defaultValidityDays } from '#features/listings/documentDates.ts'
import { isListingWithinReach, isWithinReach, matchesWhose } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { Whose } from '#platform/input/fieldSchemas.ts'
import {
  type AttentionItem,
  type DashboardInput,
  type DashboardLead,
  type DashboardSummary,
  type DayCounts,
  type FirstStepsProgress,
  type Metric,
  ratio,
  type TopListing,
} from '../analytics.schema.ts'
import { sumEventsOfListings } from './countSources.server.ts'
import { addDocumentCountsToLeads } from './listEvents.server.ts'
import { type AnalyticsQuery, resolveQuery, type Scope } from './resolveQuery.server.ts'
import { countEventsByDay, sumOverDays } from './viewsAndEngagement.server.ts'

/** The summary that an agent sees first. */
export async function readDashboard(db: Db, agent: Agent, input: DashboardInput): Promise<DashboardSummary> {
  const query = await resolveQuery(db, agent, input)
  // No matter who is selected, the steps are those of everyone within reach.
  const { scopes } = input.whose ? await resolveQuery(db, agent, { range: input.range }) : query
  const [{ days, daysBefore }, newLeads, topListings, attention, firstSteps] = await Promise.all([
    countEventsByDay(db, query),
    listNewLeads(db, agent, input.whose),
    listTopListings(db, agent, query),
    findAttention(db, agent, input.whose),
    findFirstSteps(db, agent, scopes),
  ])
  const { timeZone, span, spanBefore } = query
  const metric = (number: (days: DayCounts[]) => number): Metric => ({ now: number(days), before: number(daysBefore) })
  return {
    timeZone,
    span,
    spanBefore,
    views: metric((days) => sumOverDays(days, 'views')),
    visitors: metric((days) => sumOverDays(days, 'visitors')),
    leads: metric((days) => sumOverDays(days, 'leads')),
    conversion: metric((days) => ratio(sumOverDays(days, 'leads'), sumOverDays(days, 'visitors'))),
    filesOpened: metric((days) => sumOverDays(days, 'filesOpened')),
    days,
    daysBefore,
    newLeads,
    topListings,
    attention,
    firstSteps,
  }
}

const MAX_TOP_LISTINGS = 5

/** The most-viewed listings. */
async function listTopListings(db: Db, { agencyId }: Agent, query: AnalyticsQuery): Promise<TopListing[]> {
  const sumEvents = (what: 'events' | 'uniques', name: string) =>
    sql`coalesce(sum(${eventDay[what]}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<TopListing & Record<string, unknown>>(sql`
    select ${listing.id}, ${listing.title}, views, visitors, leads from (
      select ${eventDay.listingId}, ${sumEvents('events', 'listing_view')} as views, ${sumEvents('uniques', 'listing_view')} as visitors,
        ${sumEvents('events', 'lead_created')} as leads
      from ${sumEventsOfListings(query)} where ${eventDay.event} in ('listing_view', 'lead_created') group by 1
    ) counts join ${listing} on ${listing.id} = counts."listingId" and ${listing.agencyId} = ${agencyId}
    where views > 0 order by views desc, visitors desc, ${listing.id} limit ${MAX_TOP_LISTINGS}`)
  return rows
}

const MAX_NEW_LEADS = 5

/** The latest new leads. Older ones may need a reply as well, but are not new. */
async function listNewLeads(db: Db, agent: Agent, whose?: Whose): Promise<DashboardLead[]> {
  const leads = await db
    .select({
      id: lead.id,
      firstName: lead.firstName,
      lastName: lead.lastName,
      email: leadEmail,
      phone: lead.phone,
      status: lead.status,
      heat: lead.heat,
      listingId: lead.listingId,
      listingTitle: listing.title,
      createdAt: lead.createdAt,
    })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(and(isLeadOf(agent, whose), isNull(lead.archivedAt), eq(lead.status, 'new')))
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(MAX_NEW_LEADS)
  return addDocumentCountsToLeads(db, agent.agencyId, leads)
}

const nothingDone: FirstStepsProgress = {
  hasListing: false,
  hasFiles: false,
  isPublished: false,
  hasContactCard: false,
  isShared: false,
  isSeen: false,
  listingId: null,
}

/** Which first steps a new agent has done. A step stays done when its listing is archived. */
async function findFirstSteps(db: Db, agent: Agent, scopes: Scope[]): Promise<FirstStepsProgress> {
  const one = { one: sql`1` }
  const listings = (condition?: SQL) =>
    sql<boolean>`exists (${db
      .select(one)
      .from(listing)
      .where(and(isListingWithinReach(agent), condition))})`
  const [steps] = await db
    .select({
      hasListing: listings(),
      isPublished: listings(isNotNull(listing.publishedAt)),
      isShared: listings(isNotNull(listing.sharedAt)),
      hasContactCard: sql<boolean>`${user.firstName} <> '' and ${user.phone} <> '' and ${agency.name} <> ''
        and ${profile.licenceLine} <> '' and ${profile.photoVersion} is not null`,
      hasFiles: sql<boolean>`exists (${db
        .select(one)
        .from(file)
        .where(and(isWithinReach(agent, file), isNotNull(file.listingId)))})`,
      isSeen: sql<boolean>`(${or(...scopes.map(hasViews))})`,
      listingId: sql<string | null>`(${db
        .select({ id: listing.id })
        .from(listing)
        .where(and(isListingWithinReach(agent), isNull(listing.archivedAt)))
        .orderBy(desc(listing.createdAt), desc(listing.id))
        .limit(1)})`,
    })
    .from(user)
    .innerJoin(agency, eq(agency.id, agent.agencyId))
    .leftJoin(profile, eq(profile.userId, user.id))
    .where(eq(user.id, agent.id))
  return steps ?? nothingDone
}

/** By the sums: to plan a query of events of any time, PostgreSQL looks at every month and its indexes. */
const hasViews = (scope: Scope) =>
  sql`exists (select from ${eventDay} where ${eventDay.userId} = any (${sql.param(scope.owners)}) and ${eventDay.cut} = 0
    and ${eventDay.facet} = 'listing month' and ${eventDay.event} = 'listing_view'
    ${scope.kind === 'listings' ? sql`and ${eventDay.listingId} = any (${sql.param(scope.listingIds)})` : sql``})`

const oneDayAgo = sql`now() - interval '1 day'`

/** What needs the agent's attention, the most urgent first. */
async function findAttention(db: Db, agent: Agent, whose?: Whose): Promise<AttentionItem[]> {
  const found = await Promise.all([
    countLeadsToReply(db, agent, whose),
    findFailedUploads(db, agent, whose),
    findOldDocuments(db, agent, whose),
    findListings(db, agent, { whose, kind: 'without photos', which: and(isPublicListing, not(hasPhotos(db))) }),
    findListings(db, agent, {
      ...{ whose, kind: 'drafts' },
      which: and(isNull(listing.publishedAt), lt(listing.createdAt, oneDayAgo)),
    }),
  ])
  return found.filter((one) => one !== undefined)
}

const isLeadOf = (agent: Agent, whose: Whose | undefined) =>
  and(isWithinReach(agent, lead), matchesWhose(agent, whose, lead))
const isFileOf = (agent: Agent, whose: Whose | undefined) =>
  and(isWithinReach(agent, file), matchesWhose(agent, whose, file))

async function countLeadsToReply(db: Db, agent: Agent, whose?: Whose) {
  const [found] = await db
    .select({ count: count() })
    .from(lead)
    .where(and(isLeadOf(agent, whose), needsReply))
  return found?.count ? { kind: 'leads to reply to' as const, count: found.count } : undefined
}

async function findFailedUploads(db: Db, agent: Agent, whose?: Whose) {
  const [found] = await db
    .select({ count: sql<number>`count(*) over ()`.mapWith(Number), listingId: file.listingId, fileName: file.name })
    .from(file)
    .where(and(isFileOf(agent, whose), isNull(file.archivedAt), eq(file.state, 'failed')))
    .orderBy(desc(file.createdAt), asc(file.id))
    .limit(1)
  return found && { kind: 'failed uploads' as const, ...found }
}

/** Documents of published listings that are older than their type should be. */
async function findOldDocuments(db: Db, agent: Agent, whose?: Whose) {
  const timeZone = agentTimeZone(agent.id)
  const [settings] = await db
    .select({ validityDays: profile.validityDays })
    .from(profile)
    .where(eq(profile.userId, agent.id))
  const limits = Object.entries({ ...defaultValidityDays, ...settings?.validityDays }).filter(([, days]) => days > 0)
  if (limits.length === 0) return undefined
  const issuedOn = sql`coalesce(${file.issuedOn}, (coalesce(${file.replacedAt}, ${file.createdAt}) at time zone ${timeZone})::date)`
  const isOld = limits.map(([kind, days]) =>
    and(eq(file.kind, kind), sql`${issuedOn} < (now() at time zone ${timeZone})::date - ${days}::int`),
  )
  const [found] = await db
    .select({ count: sql<number>`count(*) over ()`.mapWith(Number), listingId: listing.id, fileName: file.name })
    .from(file)
    .innerJoin(listing, and(eq(listing.id, file.listingId), eq(listing.agencyId, file.agencyId)))
    .where(and(isFileOf(agent, whose), eq(file.type, 'file'), isShownToBuyers, isPublicListing, or(...isOld)))
    .orderBy(asc(issuedOn), asc(file.id))
    .limit(1)
  return found && { kind: 'old documents' as const, ...found }
}

interface ListingsToFind {
  kind: 'drafts' | 'without photos'
  whose?: Whose
  which: SQL | undefined
}

async function findListings(db: Db, agent: Agent, { kind, whose, which }: ListingsToFind) {
  const [found] = await db
    .select({ count: sql<number>`count(*) over ()`.mapWith(Number), listingId: listing.id, title: listing.title })
    .from(listing)
    .where(and(isListingWithinReach(agent, whose), isNull(listing.archivedAt), which))
    .orderBy(desc(listing.updatedAt), asc(listing.id))
    .limit(1)
  return found && { kind, ...found }
}

const hasPhotos = (db: Db) =>
  sql`exists (${db
    .select({ one: sql`1` })
    .from(file)
    .where(
      and(
        eq(file.agencyId, listing.agencyId),
        eq(file.listingId, listing.id),
        eq(file.type, 'image'),
        isNull(file.archivedAt),
      ),
    )})`
