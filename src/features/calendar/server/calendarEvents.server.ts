import { and, asc, eq, gt, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { coAgent } from '#db/schema/agencies.ts'
import { lead, leadResponsibleId } from '#db/schema/leads.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import { buyerMessage } from '#db/schema/messages.ts'
import { fillListing } from '#features/leads/messagePlaces.ts'
import { listingTimeZone } from '#features/listings/facts/address.ts'
import { findSaleEvent } from '#features/listings/facts/describeFacts.ts'
import { isListingWithinReach, isWithinReach, matchesWhose } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import type { Whose } from '#platform/input/fieldSchemas.ts'
import { todayIn } from '#ui/format/dates.ts'
import { fullName } from '#ui/format/format.ts'
import { DEFAULT_TIME_ZONE, HOUR_MS } from '#values/time.ts'
import type { CalendarEvent, CalendarWeekInput } from '../calendar.schema.ts'
import { appointmentsOf, findConflicts } from '../conflicts.ts'
import { mondayOf, weekBounds } from '../week.ts'

/** Of each kind. A week with more could not be read. */
const MAX_EVENTS = 500
/** No open home is longer. */
const MAX_OPEN_HOME_MS = 12 * HOUR_MS

interface EventFilter {
  from: Date
  to: Date
  whose?: Whose
}

/** Everything in the week of a day, over all listings within reach, in the agent's time zone. */
export async function readCalendarWeek(db: Db, agent: Agent, { day, whose }: CalendarWeekInput) {
  const timeZone = await readTimeZone(db, agent.id)
  const today = todayIn(timeZone)
  const monday = mondayOf(day ?? today)
  const events = await listCalendarEvents(db, agent, { ...weekBounds(monday, timeZone), whose })
  const elsewhere = whose ? await findClashes(db, agent, weekBounds(monday, timeZone), events) : []
  return { monday, timeZone, events, elsewhere }
}

/** Open homes and auctions that are within reach and not shown, and that an agent cannot keep besides one that is. */
async function findClashes(db: Db, agent: Agent, week: EventFilter, shown: readonly CalendarEvent[]) {
  const all = appointmentsOf([...(await listOpenHomes(db, agent, week)), ...(await listSaleDates(db, agent, week))])
  const shownIds = new Set(shown.map(({ id }) => id))
  const clashing = new Set(
    findConflicts(all).flatMap(({ first, second }) =>
      shownIds.has(first) === shownIds.has(second) ? [] : shownIds.has(first) ? second : first,
    ),
  )
  return all.filter(({ id }) => clashing.has(id))
}

const COMING_MS = 7 * 24 * HOUR_MS
const MAX_COMING = 3

/** The next few of the agent's own, for the dashboard. */
export async function readComingEvents(db: Db, agent: Agent) {
  const from = new Date()
  const filter = { from, to: new Date(from.getTime() + COMING_MS), whose: 'mine' as const }
  const events = await listCalendarEvents(db, agent, filter)
  return { timeZone: await readTimeZone(db, agent.id), events: events.slice(0, MAX_COMING), total: events.length }
}

export async function readTimeZone(db: Db, userId: string) {
  const [found] = await db.select({ timeZone: profile.timeZone }).from(profile).where(eq(profile.userId, userId))
  return found?.timeZone ?? DEFAULT_TIME_ZONE
}

/** In the order in which they begin. One query for each kind. */
export async function listCalendarEvents(db: Db, agent: Agent, filter: EventFilter): Promise<CalendarEvent[]> {
  const events = [
    ...(await listOpenHomes(db, agent, filter)),
    ...(await listSaleDates(db, agent, filter)),
    ...(await listReminders(db, agent, filter)),
    ...(await listMessages(db, agent, filter)),
  ]
  return events.toSorted(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime() || (one.id < other.id ? -1 : 1),
  )
}

/** Nobody is invited to a listing that is archived, sold or withdrawn. */
export const isOnTheMarket = and(isNull(listing.archivedAt), inArray(listing.status, ['available', 'under_offer']))

const listingColumns = {
  listingId: listing.id,
  listingTitle: listing.title,
  publishedAt: listing.publishedAt,
  country: listing.country,
  region: listing.region,
  agentsZone: profile.timeZone,
  agentId: listing.userId,
  coAgentIds: sql<
    string[]
  >`array(select ${coAgent.userId} from ${coAgent} where ${coAgent.listingId} = ${listing.id} and ${coAgent.agencyId} = ${listing.agencyId})`,
  version: listing.version,
}

interface ListingColumns {
  listingId: string
  listingTitle: string
  publishedAt: Date | null
  country: 'NZ' | 'AU' | null
  region: string | null
  agentsZone: string | null
  agentId: string
  coAgentIds: string[]
  version: number
}

const describeListing = ({ country, region, agentsZone, publishedAt, ...shown }: ListingColumns) => ({
  ...shown,
  isPublished: publishedAt !== null,
  timeZone: listingTimeZone({ country, region }, agentsZone),
  buyer: '',
  leadId: null,
})

async function listOpenHomes(db: Db, agent: Agent, { from, to, whose }: EventFilter): Promise<CalendarEvent[]> {
  const rows = await db
    .select({ id: openHome.id, startsAt: openHome.startsAt, endsAt: openHome.endsAt, ...listingColumns })
    .from(openHome)
    .innerJoin(listing, and(eq(listing.id, openHome.listingId), eq(listing.agencyId, openHome.agencyId)))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(
      and(
        isListingWithinReach(agent, whose),
        isOnTheMarket,
        isNull(openHome.cancelledAt),
        gte(openHome.startsAt, new Date(from.getTime() - MAX_OPEN_HOME_MS)),
        lt(openHome.startsAt, to),
        gt(openHome.endsAt, from),
      ),
    )
    .orderBy(asc(openHome.startsAt))
    .limit(MAX_EVENTS)
  return rows.map(({ id, startsAt, endsAt, ...of }) => ({
    ...describeListing(of),
    ...{ id, startsAt, endsAt, kind: 'open_home', name: 'Open home' },
  }))
}

async function listSaleDates(db: Db, agent: Agent, { from, to, whose }: EventFilter): Promise<CalendarEvent[]> {
  const rows = await db
    .select({ saleMethod: listing.saleMethod, saleAt: listing.saleAt, ...listingColumns })
    .from(listing)
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(
      and(
        isListingWithinReach(agent, whose),
        isOnTheMarket,
        // An auction that is under way.
        gt(listing.saleAt, new Date(from.getTime() - HOUR_MS)),
        lt(listing.saleAt, to),
      ),
    )
    .orderBy(asc(listing.saleAt))
    .limit(MAX_EVENTS)
  return rows.flatMap(({ saleMethod, saleAt, ...of }) => {
    const sale = findSaleEvent({ saleMethod, saleAt })
    if (!sale || (saleMethod !== 'auction' && sale.at < from)) return []
    const isAuction = saleMethod === 'auction'
    return {
      ...describeListing(of),
      ...{ id: `sale-${of.listingId}`, kind: isAuction ? ('auction' as const) : ('deadline' as const) },
      // In the week view a deadline is the moment itself; buyers' calendars show the half hour before.
      ...{ name: sale.name, startsAt: sale.at, endsAt: isAuction ? sale.endsAt : sale.at },
    }
  })
}

async function listReminders(db: Db, agent: Agent, { from, to, whose }: EventFilter): Promise<CalendarEvent[]> {
  const rows = await db
    .select({
      id: lead.id,
      at: lead.nextActionAt,
      name: lead.nextAction,
      firstName: lead.firstName,
      lastName: lead.lastName,
      responsibleId: leadResponsibleId,
      ...listingColumns,
    })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(
      and(
        isWithinReach(agent, lead),
        reminderMatchesWhose(agent, whose),
        isNull(lead.archivedAt),
        ne(lead.status, 'closed'),
        gte(lead.nextActionAt, from),
        lt(lead.nextActionAt, to),
      ),
    )
    .orderBy(asc(lead.nextActionAt))
    .limit(MAX_EVENTS)
  return rows.flatMap(({ id, at, name, firstName, lastName, responsibleId, ...of }) =>
    at
      ? {
          ...describeListing(of),
          ...{ id, kind: 'reminder', startsAt: at, endsAt: at, leadId: id, agentId: responsibleId },
          ...{ name: name || 'Follow up', buyer: fullName({ firstName, lastName }) },
        }
      : [],
  )
}

/** A reminder is of the one who looks after the lead. */
export function reminderMatchesWhose(agent: Agent, whose: Whose | undefined): SQL | undefined {
  if (whose === undefined || whose === 'shared') return matchesWhose(agent, whose, lead)
  return inArray(leadResponsibleId, whose === 'mine' ? agent.actsFor : [whose])
}

async function listMessages(db: Db, agent: Agent, { from, to, whose }: EventFilter): Promise<CalendarEvent[]> {
  const rows = await db
    .select({ id: buyerMessage.id, at: buyerMessage.sendAt, subject: buyerMessage.subject, ...listingColumns })
    .from(buyerMessage)
    .innerJoin(listing, and(eq(listing.id, buyerMessage.listingId), eq(listing.agencyId, buyerMessage.agencyId)))
    .leftJoin(profile, eq(profile.userId, listing.userId))
    .where(
      and(
        isListingWithinReach(agent, whose),
        isNull(buyerMessage.cancelledAt),
        isNull(buyerMessage.finishedAt),
        gte(buyerMessage.sendAt, from),
        lt(buyerMessage.sendAt, to),
      ),
    )
    .orderBy(asc(buyerMessage.sendAt))
    .limit(MAX_EVENTS)
  return rows.map(({ id, at, subject, ...of }) => ({
    ...describeListing(of),
    ...{
      id,
      kind: 'message',
      startsAt: at,
      endsAt: at,
      name: `Email to buyers: ${fillListing(subject, of.listingTitle)}`,
    },
  }))
}
