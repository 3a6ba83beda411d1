import type { Db } from '#db/client.server.ts'
import type { lead } from '#db/schema/leads.ts'
import { announceAll } from '#platform/outbound/webhooks/announce.server.ts'

type AnnouncedLead = Pick<typeof lead.$inferSelect, 'id' | 'agencyId' | 'listingId'>

/** Their details, status, notes or assignee have changed. The receiving system reads the lead to see what. */
export const announceChangedLeads = (tx: Db, leads: AnnouncedLead[]) =>
  announceAll(
    tx,
    leads.map(({ id, agencyId, listingId }) => ({
      ...{ agencyId, type: 'lead.updated', objectId: id },
      data: { leadId: id, listingId },
    })),
  )
