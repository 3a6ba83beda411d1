import { and, eq, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { hasNoEmail, lead } from '#db/schema/leads.ts'
import { isListing, isPublicListing, listing } from '#db/schema/listings.ts'
import { isBounced, isUnsubscribed } from '#db/schema/messages.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import { isVisit } from '#features/leads/server/openHomeVisits.server.ts'
import { preparePrivateLinkEmail } from '#features/leads/server/privateLink/prepareBuyerEmails.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { requireOpenHome } from './doorDevices.server.ts'

const LinkData = z.strictObject({ checkInId: z.string() })

/**
 * Emails the private link to somebody who checked in, once for each check-in. As a job, so that the answer to a check-in takes as long for known
 * as for unknown addresses. Nobody gets it whose access was removed, or while the listing is not public.
 */
export const sendVisitorLinkJob: Job<z.infer<typeof LinkData>, Services> = {
  name: 'send_visitor_link',
  data: LinkData,
  async work(services, { checkInId }) {
    const { db } = services.database
    const [found] = await db
      .select({ leadRow: lead, listingRow: listing, agentRow: user, isPublic: sql<boolean>`${isPublicListing}` })
      .from(checkIn)
      .innerJoin(lead, and(eq(lead.id, checkIn.leadId), eq(lead.agencyId, checkIn.agencyId)))
      .innerJoin(listing, and(eq(listing.id, lead.listingId), eq(listing.agencyId, lead.agencyId)))
      .innerJoin(user, eq(user.id, listing.userId))
      .where(and(eq(checkIn.id, checkInId), isNull(checkIn.linkSentAt), isNull(checkIn.removedAt)))
    if (!found?.isPublic || found.leadRow.withdrawnAt || hasNoEmail(found.leadRow.email)) return
    if (!(await mayEmailVisitor(services, { to: found.leadRow.email, recipient: 'unproven' }))) return
    const post = await preparePrivateLinkEmail(
      services,
      db,
      { listing: found.listingRow, agent: found.agentRow },
      found.leadRow,
    )
    await db.transaction(async (tx) => {
      const marked = await tx
        .update(checkIn)
        .set({ linkSentAt: now })
        // Erased or sent in between: nobody gets an email.
        .where(and(eq(checkIn.id, checkInId), eq(checkIn.leadId, found.leadRow.id), isNull(checkIn.linkSentAt)))
        .returning({ id: checkIn.id })
      if (marked.length > 0) await post(tx)
    })
  },
}

const followUpsPerOpenHome = { name: 'open_home_follow_up', points: 1, seconds: 600 }

/** Emails the documents again to everyone who came and has an address, once however often they checked in. Returns how many. */
export async function followUpVisitors(services: Services, agent: Agent, openHomeId: string) {
  const { database, limits, jobs } = services
  const { db } = database
  const { property } = await requireOpenHome(db, agent, openHomeId)
  const [found] = await db
    .select({ isPublic: sql<boolean>`${isPublicListing}` })
    .from(listing)
    .where(isListing(property))
  if (!found?.isPublic) throw conflict('Publish the listing first: its documents aren’t open to buyers.')
  const recipients = await listFollowUpRecipients(services, openHomeId, property.agencyId)
  if (recipients.length === 0) throw conflict('None of the visitors has an email address we can write to.')
  // Two taps, or two colleagues: the visitors get one email.
  if (!(await limits.isWithin(followUpsPerOpenHome, openHomeId)))
    throw conflict('You’ve just sent the documents. Wait ten minutes before you send them again.')
  await db.transaction(async (tx) => {
    for (const { checkInId } of recipients) {
      await tx
        .update(checkIn)
        .set({ linkSentAt: null })
        .where(and(eq(checkIn.agencyId, property.agencyId), eq(checkIn.id, checkInId)))
      await jobs.enqueue(tx, sendVisitorLinkJob, { checkInId })
    }
  })
  return { people: recipients.length }
}

/** Not those who unsubscribed from the agency's messages, with this address or another one, or whose emails come back. */
async function listFollowUpRecipients({ database: { db } }: Services, openHomeId: string, agencyId: string) {
  const rows = await db
    .selectDistinctOn([lead.id], { checkInId: checkIn.id, email: lead.email })
    .from(checkIn)
    .innerJoin(lead, and(eq(lead.id, checkIn.leadId), eq(lead.agencyId, checkIn.agencyId)))
    .where(
      and(
        eq(checkIn.agencyId, agencyId),
        eq(checkIn.openHomeId, openHomeId),
        isNotNull(checkIn.leadId),
        isVisit,
        isNull(lead.withdrawnAt),
        not(isUnsubscribed),
        not(isBounced),
      ),
    )
    .orderBy(lead.id, checkIn.arrivedAt)
  return rows.filter(({ email }) => !hasNoEmail(email))
}
