import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { ago, fromNow } from '#db/clock.server.ts'
import { lead, leadResponsibleId } from '#db/schema/leads.ts'
import { listing, openHome } from '#db/schema/listings.ts'
import {
  type CalendarEntry,
  entryColumns,
  openHomeEntry,
  saleEntry,
} from '#features/listings/server/calendarEntries.server.ts'
import { isListingWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { DAY_MS } from '#values/time.ts'
import { isOnTheMarket } from './calendarEvents.server.ts'

const PAST_DAYS = 30
const COMING_DAYS = 366
/** Of each kind. */
const MAX_ENTRIES = 1_000
const REMINDER_MS = 15 * 60_000

const isInRange = (column: Parameters<typeof gt>[0]) =>
  and(gte(column, ago(PAST_DAYS * DAY_MS)), lt(column, fromNow(COMING_DAYS * DAY_MS)))

/**
 * What an agent's own calendar shows: the dates of the listings that they run, alone or with colleagues, and their reminders. It is kept by
 * Google, Apple or Microsoft and often shared in a family, so nothing in it says who a buyer is.
 */
export async function listAgentCalendarEntries(db: Db, appUrl: string, agent: Agent): Promise<CalendarEntry[]> {
  const isRunByAgent = or(isListingWithinReach(agent, 'mine'), isListingWithinReach(agent, 'shared'))
  const openHomes = await db
    .select({ of: entryColumns, one: openHome })
    .from(openHome)
    .innerJoin(listing, and(eq(listing.id, openHome.listingId), eq(listing.agencyId, openHome.agencyId)))
    .where(
      and(
        isRunByAgent,
        isOnTheMarket,
        isInRange(openHome.startsAt),
        // Programs that keep what is missing learn of a cancellation from its entry.
        or(isNull(openHome.cancelledAt), gt(openHome.cancelledAt, ago(PAST_DAYS * DAY_MS))),
      ),
    )
    .orderBy(asc(openHome.startsAt))
    .limit(MAX_ENTRIES)
  const sales = await db
    .select(entryColumns)
    .from(listing)
    .where(and(isRunByAgent, isOnTheMarket, isNotNull(listing.saleAt), isInRange(listing.saleAt)))
    .orderBy(asc(listing.saleAt))
    .limit(MAX_ENTRIES)
  return [
    ...openHomes.map(({ of, one }) => forAgent(appUrl, of.id, openHomeEntry(appUrl, of, one))),
    ...sales.flatMap((of) => {
      const entry = saleEntry(appUrl, of)
      return entry ? forAgent(appUrl, of.id, entry) : []
    }),
    ...(await listReminderEntries(db, appUrl, agent)),
  ]
}

/** Leads to the listing in the portal, which drafts have as well. */
const forAgent = (appUrl: string, listingId: string, entry: CalendarEntry): CalendarEntry => ({
  ...entry,
  url: `${appUrl}/portal/listings/${listingId}`,
})

/** Neither the buyer nor what the agent wrote about them: only that there is something to do, and the link to it. */
async function listReminderEntries(db: Db, appUrl: string, agent: Agent): Promise<CalendarEntry[]> {
  const rows = await db
    .select({
      id: lead.id,
      at: lead.nextActionAt,
      changedAt: lead.updatedAt,
      createdAt: lead.createdAt,
      title: listing.title,
    })
    .from(lead)
    .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
    .where(
      and(
        isWithinReach(agent, lead),
        inArray(leadResponsibleId, agent.actsFor),
        isNull(lead.archivedAt),
        ne(lead.status, 'closed'),
        isNotNull(lead.nextActionAt),
        isInRange(lead.nextActionAt),
      ),
    )
    .orderBy(asc(lead.nextActionAt))
    .limit(MAX_ENTRIES)
  return rows.flatMap(({ id, at, changedAt, createdAt, title }) =>
    at
      ? {
          uid: `reminder-${id}`,
          sequence: secondsSince2026(changedAt ?? createdAt),
          changedAt: changedAt ?? createdAt,
          startsAt: at,
          endsAt: new Date(at.getTime() + REMINDER_MS),
          summary: `Follow up with a buyer: ${title}`,
          location: '',
          note: '',
          url: `${appUrl}/portal/leads?lead=${id}`,
          isCancelled: false,
        }
      : [],
  )
}

/** Leads have no counter of changes; this increases as well, and fits where calendars expect 32 bits. */
const secondsSince2026 = (moment: Date) => Math.max(0, Math.floor((moment.getTime() - Date.UTC(2026, 0, 1)) / 1000))
