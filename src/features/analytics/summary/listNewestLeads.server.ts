import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { countOpened } from '#platform/events/countOpened.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { NewestLead } from '../analytics.ts'

const MOST = 5

export async function listNewestLeads(db: Db, agent: Agent): Promise<NewestLead[]> {
  const leads = await db
    .select({
      id: lead.id,
      firstName: lead.firstName,
      lastName: lead.lastName,
      email: lead.email,
      phone: lead.phone,
      status: lead.status,
      listingId: lead.listingId,
      listingTitle: listing.title,
      createdAt: lead.createdAt,
    })
    .from(lead)
    .innerJoin(listing, eq(listing.id, lead.listingId))
    .where(and(eq(lead.userId, agent.id), isNull(lead.archivedAt)))
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(MOST)
  const opened = await countOpened(
    db,
    leads.map(({ id }) => id),
  )
  return leads.map((one) => ({ ...one, openedFiles: opened.get(one.id) ?? 0 }))
}
