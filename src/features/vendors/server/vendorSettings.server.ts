import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { readClock } from '#db/clock.server.ts'
import { isOfListing, type ListingKey, listing, toListingKey } from '#db/schema/listings.ts'
import { vendorLink, vendorReport } from '#db/schema/vendors.ts'
import { writeRepeatedAudit } from '#features/audit/writeAudit.server.ts'
import { isListingWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { todayIn } from '#ui/format/dates.ts'
import {
  DEFAULT_SCHEDULE,
  type SaveScheduleInput,
  type SaveWordsInput,
  type SkipEmailInput,
  type VendorSettings,
} from '../vendorSettings.schema.ts'
import { clockTime, daysBetween, minuteFromClockTime, nextEmailTime, nextWeeklyTime } from '../weeklySchedule.ts'
import { findReportedListing, pausedFor } from './reportedListing.server.ts'
import { vendorLinkUrl } from './vendorKey.server.ts'

/** What the agent has set up for the vendors of a listing, and who has opened the report. */
export async function readVendorSettings(services: Services, agent: Agent, listingId: string): Promise<VendorSettings> {
  const { db } = services.database
  const own = await requireReachableListing(db, agent, listingId)
  const found = await findReportedListing(db, own)
  if (!found) throw notFound()
  const { report, timeZone } = found
  const schedule = report ?? DEFAULT_SCHEDULE
  const nextEmailAt = report?.nextEmailAt ?? null
  return {
    isSetUp: report !== null,
    people: await listVendors(services, own),
    words: report?.words ?? '',
    wordsAt: report?.wordsAt ?? null,
    isOn: nextEmailAt !== null,
    weekday: schedule.weekday,
    time: clockTime(schedule.minuteOfDay),
    timeZone,
    nextEmailAt,
    followingEmailAt: nextEmailAt && nextWeeklyTime(nextEmailAt, schedule, timeZone).at,
    isNextSkipped: nextEmailAt !== null && isSkipped(report?.skippedOn ?? null, nextEmailAt, timeZone),
    pausedFor: pausedFor(found),
    isNextFinal: found.listing.status === 'sold',
  }
}

async function listVendors({ database: { db }, env }: Services, about: ListingKey) {
  const rows = await db
    .select()
    .from(vendorLink)
    .where(isOfListing(vendorLink, about))
    .orderBy(asc(vendorLink.createdAt), asc(vendorLink.id))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    url: vendorLinkUrl(env, row.id),
    opens: row.opens,
    lastOpenedAt: row.lastOpenedAt,
    isRevoked: row.revokedAt !== null,
    isUnsubscribed: row.unsubscribedAt !== null,
  }))
}

/** In another time zone the same moment may be the day before or after. */
const isSkipped = (skippedOn: string | null, at: Date, timeZone: string) =>
  skippedOn !== null && Math.abs(daysBetween(skippedOn, todayIn(timeZone, at))) <= 1

/** On top of the report from now on, and in the next email. */
export const saveWords = (db: Db, agent: Agent, { listingId, words }: SaveWordsInput) =>
  db.transaction(async (tx) => {
    const report = await lockReport(tx, agent, listingId)
    if (words === report.words) return
    await tx
      .update(vendorReport)
      .set({ words, wordsAt: words ? sql`now()` : null })
      .where(isOfListing(vendorReport, toListingKey(report)))
    await writeRepeatedAudit(tx, agent, 'vendor_report_changed', { listingId }, listingId)
  })

/** A week whose email has gone out, or was skipped, gets no second one on another day. */
export const saveSchedule = (db: Db, agent: Agent, { listingId, isOn, weekday, time }: SaveScheduleInput) =>
  db.transaction(async (tx) => {
    const report = await lockReport(tx, agent, listingId)
    const schedule = { weekday, minuteOfDay: minuteFromClockTime(time) ?? DEFAULT_SCHEDULE.minuteOfDay }
    const next = nextEmailTime(await readClock(tx), schedule, report.timeZone, report.lastDueOn)
    const wasSkipped = report.nextEmailAt && isSkipped(report.skippedOn, report.nextEmailAt, report.timeZone)
    await tx
      .update(vendorReport)
      .set({
        ...schedule,
        nextEmailAt: isOn ? next.at : null,
        skippedOn: isOn && wasSkipped ? next.day : null,
      })
      .where(isOfListing(vendorReport, toListingKey(report)))
    await writeRepeatedAudit(tx, agent, 'vendor_report_changed', { listingId }, listingId)
  })

/** Refused for an email that was sent meanwhile. */
export const skipEmail = (db: Db, agent: Agent, { listingId, dueAt, isSkipped: skips }: SkipEmailInput) =>
  db.transaction(async (tx) => {
    const report = await lockReport(tx, agent, listingId)
    const { nextEmailAt, timeZone } = report
    if (nextEmailAt?.getTime() !== Date.parse(dueAt))
      throw conflict('That email isn’t planned any more. Reload the page to see when the next one goes out.')
    await tx
      .update(vendorReport)
      .set({ skippedOn: skips ? todayIn(timeZone, nextEmailAt) : null })
      .where(isOfListing(vendorReport, toListingKey(report)))
    await writeRepeatedAudit(tx, agent, 'vendor_report_changed', { listingId }, listingId)
  })

/** The first person who is added switches the report and the weekly email on. */
export async function startVendorReport(tx: Db, about: ListingKey) {
  const found = await findReportedListing(tx, about)
  if (!found || found.report) return
  const { at } = nextWeeklyTime(await readClock(tx), DEFAULT_SCHEDULE, found.timeZone)
  await tx
    .insert(vendorReport)
    .values({ listingId: about.id, agencyId: about.agencyId, ...DEFAULT_SCHEDULE, nextEmailAt: at })
    .onConflictDoNothing()
}

export async function requireReachableListing(db: Db, agent: Agent, id: string) {
  const [found] = await db
    .select()
    .from(listing)
    .where(and(eq(listing.id, id), isListingWithinReach(agent)))
  if (!found) throw notFound()
  return found
}

/** Held to the end of the transaction: an email that is due meanwhile waits for it. */
async function lockReport(tx: Db, agent: Agent, listingId: string) {
  const own = await requireReachableListing(tx, agent, listingId)
  const [report] = await tx.select().from(vendorReport).where(isOfListing(vendorReport, own)).for('no key update')
  const found = report && (await findReportedListing(tx, own))
  if (!found) throw notFound()
  return { ...report, timeZone: found.timeZone }
}
