import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { now, readClock } from '#db/clock.server.ts'
import { profile, user } from '#db/schema/accounts.ts'
import { isListing, isOfListing, listing } from '#db/schema/listings.ts'
import { vendorLink, vendorReport, vendorReportEmail } from '#db/schema/vendors.ts'
import { findListingKey } from '#features/listings/server/listings.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { todayIn } from '#ui/format/dates.ts'
import { daysBetween, MAX_DAYS_LATE, planDueEmail } from '../weeklySchedule.ts'
import { findReportedListing, leadAgentTimeZone, pausedFor } from './reportedListing.server.ts'
import { composeWeeklyEmail, getsWeeklyEmail } from './weeklyEmail.server.ts'

const NoData = z.object({})
const REPORTS_PER_BATCH = 200

/** Finds the listings whose weekly email is due. Reports that were due while nothing ran are found with the first run. */
export const findDueReportsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'find_due_vendor_reports',
  data: NoData,
  schedule: '* * * * *',
  async work(services) {
    while ((await findDueReports(services)) === REPORTS_PER_BATCH);
  },
}

/** The next moment is set in the transaction that enqueues this week's emails: each week is enqueued once. Returns how many there were, at most one batch. */
export const findDueReports = ({ database: { db }, jobs }: Services, at?: Date) =>
  db.transaction(async (tx) => {
    const moment = at ?? (await readClock(tx))
    const due = await tx
      .select({ report: vendorReport, timeZone: leadAgentTimeZone })
      .from(vendorReport)
      .innerJoin(listing, and(eq(listing.id, vendorReport.listingId), eq(listing.agencyId, vendorReport.agencyId)))
      .innerJoin(user, eq(user.id, listing.userId))
      .leftJoin(profile, eq(profile.userId, user.id))
      .where(lte(vendorReport.nextEmailAt, moment))
      .orderBy(asc(vendorReport.nextEmailAt), asc(vendorReport.listingId))
      .limit(REPORTS_PER_BATCH)
      .for('no key update', { of: vendorReport, skipLocked: true })
    for (const { report, timeZone } of due) {
      const { listingId, nextEmailAt } = report
      if (!nextEmailAt) continue
      const { next, dueOn, isSkipped } = planDueEmail({ ...report, nextEmailAt }, timeZone, moment)
      await tx
        .update(vendorReport)
        .set({ nextEmailAt: next.at, ...(dueOn && { lastDueOn: dueOn, skippedOn: null }) })
        .where(eq(vendorReport.listingId, listingId))
      if (dueOn && !isSkipped) await jobs.enqueue(tx, sendVendorReportJob, { listingId, dueOn })
    }
    return due.length
  })

const DueReport = z.strictObject({ listingId: z.string(), dueOn: z.string() })

/** One listing's email of one week, to everyone who gets it. */
export const sendVendorReportJob: Job<z.infer<typeof DueReport>, Services> = {
  name: 'send_vendor_report',
  data: DueReport,
  // Tried for longer than an email may be late.
  queue: { retryLimit: 1_000, expireInSeconds: 15 * 60, heartbeatSeconds: 15 },
  work: (services, due) => sendVendorReport(services, due),
}

export async function sendVendorReport(services: Services, { listingId, dueOn }: z.infer<typeof DueReport>) {
  const {
    database: { db },
    mailer,
  } = services
  const own = await findListingKey(db, listingId)
  const about = own && (await findReportedListing(db, own))
  // Erased, or switched off since.
  if (!own || !about?.report?.nextEmailAt || pausedFor(about)) return
  if (daysBetween(dueOn, todayIn(about.timeZone, await readClock(db))) > MAX_DAYS_LATE) return
  const recipients = await db
    .select()
    .from(vendorLink)
    .where(and(isOfListing(vendorLink, own), getsWeeklyEmail))
  if (recipients.length === 0) return
  // Read and drawn before the transaction: figures are read with connections of their own.
  const email = await composeWeeklyEmail(services, about, dueOn)
  const prepared = new Map<string, (tx: Db) => Promise<void>>()
  for (const link of recipients) prepared.set(link.id, await mailer.prepare(email.for(link)))
  await db.transaction(async (tx) => {
    // An erasure of the listing waits, or was first.
    await tx.select({ id: listing.id }).from(listing).where(isListing(own)).for('key share')
    const [still] = await tx.select().from(vendorReport).where(isOfListing(vendorReport, own)).for('no key update')
    if (!still?.nextEmailAt) return
    // Locked: what revokes a link or unsubscribes was first, or finds the emails and deletes them.
    const links = await tx
      .select({ id: vendorLink.id })
      .from(vendorLink)
      .where(and(isOfListing(vendorLink, own), inArray(vendorLink.id, [...prepared.keys()]), getsWeeklyEmail))
      .orderBy(asc(vendorLink.id))
      .for('no key update')
    if (links.length === 0) return
    const first = await tx
      .insert(vendorReportEmail)
      .values(links.map(({ id: linkId }) => ({ linkId, dueOn })))
      .onConflictDoNothing()
      .returning({ linkId: vendorReportEmail.linkId })
    for (const { linkId } of first) await prepared.get(linkId)?.(tx)
    await tx
      .update(vendorReport)
      .set({ finalEmailAt: email.isFinal ? now : null })
      .where(isOfListing(vendorReport, own))
  })
}
