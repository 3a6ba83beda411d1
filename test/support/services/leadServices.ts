import { eq } from 'drizzle-orm'
import { lead } from '../../../src/db/schema/leads.ts'
import type { NewLead } from '../../../src/features/leads/buyer.schema.ts'
import { sendDigestJob } from '../../../src/features/leads/server/agentNotifications/notifyAgent.server.ts'
import type { DocumentKey } from '../../../src/features/leads/server/documents/documentAccess.server.ts'
import { receiveLead } from '../../../src/features/leads/server/intake/receiveLead.server.ts'
import { type AgentFields, createAgent } from '../../fixtures/agents.ts'
import { easyBotCheckAnswer } from '../../fixtures/botCheck.ts'
import { newIpAddress } from '../../fixtures/events.ts'
import { leadForm } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { openServices, registerWorker } from './services.ts'

export type LeadServices = Awaited<ReturnType<typeof openLeadServices>>

/** The services that leads need, on a separate database. Emails stay in the queue, unless a worker is registered for them. */
export async function openLeadServices(...services: Parameters<typeof openServices>) {
  const [workers = [registerWorker(sendDigestJob)], given] = services
  const opened = await openServices(workers, given)
  const { database, writtenEmails } = opened
  const { db } = database

  return {
    ...opened,
    /** An agent with one published listing. */
    async createListing(agentFields: AgentFields = {}) {
      const agent = await createAgent(db, agentFields)
      return { agent, id: (await createPublishedListing(db, { agent })).id }
    },
    /** A buyer fills in the form and sends it. */
    async submitLead(listingId: string, details: Partial<NewLead> = {}, clientIp = newIpAddress(), key?: DocumentKey) {
      const turnstile = details.turnstile ?? (await easyBotCheckAnswer(opened.services.env.APP_SECRET, 'lead'))
      return receiveLead(opened.services, { ...leadForm(), listingId, ...details, turnstile }, { clientIp, key })
    },
    leadsOf: (listingId: string) => db.select().from(lead).where(eq(lead.listingId, listingId)),
    emailsTo: async (email: string) => (await writtenEmails()).filter(({ to }) => to === email),
    /** As if the leads so far were submitted this many hours ago. */
    makeLeadsOlder: (listingId: string, hours: number) =>
      db
        .update(lead)
        .set({ createdAt: new Date(Date.now() - hours * 3600_000) })
        .where(eq(lead.listingId, listingId)),
  }
}
