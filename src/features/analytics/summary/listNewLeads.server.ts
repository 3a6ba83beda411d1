import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { lead, needsReply } from '#db/schema/lead.ts'
import { listing } from '#db/schema/listing.ts'
import { withDocumentCounts } from '#platform/events/withDocumentCounts.server.ts'
import type { Agent } from '#platform/session.server.ts'
import type { NewLead } from '../analytics.ts'

const MAX_LEADS = 5

/** The latest leads that need a reply. */
export async function listNewLeads(db: Db, agent: Agent): Promise<NewLead[]> {
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
    .where(and(eq(lead.userId, agent.id), needsReply))
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(MAX_LEADS)
  return withDocumentCounts(db, leads)
}
