import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { lead } from '#db/schema/leads.ts'
import { isListing, listing, openHome, toListingKey } from '#db/schema/listings.ts'
import { checkIn } from '#db/schema/openHomeVisits.ts'
import {
  findNotifiedAgents,
  listEmailRecipients,
  notifiedAgentIds,
} from '#features/leads/server/agentNotifications/leadAudience.server.ts'
import { isVisit } from '#features/leads/server/openHomeVisits.server.ts'
import { notifyOfOpenHome } from '#features/notifications/notifications.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { openHomeEmail } from '../openHomes.emails.tsx'
import { countOpenHomeVisitors } from './countVisitors.server.ts'

/** Devices have a few minutes to send the last visitors. */
const REPORT_AFTER_MINUTES = 15
/** A device that was without signal for longer adds to the page, and to no email. */
const REPORT_WITHIN_DAYS = 14
const HOMES_PER_RUN = 200

const NoData = z.object({})

/** Tells the agents of an open home who came, once, after it has ended: one notification and one email however many came. */
export const reportOpenHomesJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'report_open_homes',
  data: NoData,
  schedule: '*/5 * * * *',
  work: (services) => reportOpenHomes(services),
}

export async function reportOpenHomes(services: Services) {
  const { db } = services.database
  const isDue = and(
    isNull(openHome.reportedAt),
    sql`${openHome.endsAt} < ${now} - make_interval(mins => ${REPORT_AFTER_MINUTES})`,
    sql`${openHome.endsAt} > ${now} - make_interval(days => ${REPORT_WITHIN_DAYS})`,
    sql`exists (select from ${checkIn} where ${checkIn.openHomeId} = ${openHome.id} and ${isVisit})`,
  )
  const due = await db
    .select({ id: openHome.id })
    .from(openHome)
    .where(isDue)
    .orderBy(asc(openHome.endsAt))
    .limit(HOMES_PER_RUN)
  for (const { id } of due) await db.transaction((tx) => reportOpenHome(services, tx, id))
}

async function reportOpenHome(services: Services, tx: Db, id: string) {
  const [home] = await tx
    .update(openHome)
    .set({ reportedAt: now })
    // Another process may have been faster.
    .where(and(eq(openHome.id, id), isNull(openHome.reportedAt)))
    .returning()
  if (!home) return
  const [property] = await tx
    .select()
    .from(listing)
    .where(isListing(toListingKey(home)))
  const [count] = await countOpenHomeVisitors(tx, home.agencyId, eq(openHome.id, id))
  if (!property || !count) return
  const audience = await findNotifiedAgents(tx, property)
  await notifyOfOpenHome(tx, { openHomeId: id, listingId: property.id }, notifiedAgentIds(audience))
  const visitors = await tx
    .select({ id: lead.id, firstName: lead.firstName, lastName: lead.lastName, phone: lead.phone })
    .from(lead)
    .where(
      inArray(
        lead.id,
        tx
          .select({ id: sql<string>`${checkIn.leadId}` })
          .from(checkIn)
          .where(and(eq(checkIn.openHomeId, id), isVisit, sql`${checkIn.leadId} is not null`)),
      ),
    )
    .orderBy(sql`${lead.heat} desc`, asc(lead.createdAt), asc(lead.id))
  const about = visitors.map((one) => one.id)
  for (const { isCopy, ...recipient } of listEmailRecipients(services, audience))
    await services.mailer.post(tx, {
      ...recipient,
      about,
      ...openHomeEmail(services.env.APP_URL, { home, property, count, visitors, isCopy }),
    })
}
