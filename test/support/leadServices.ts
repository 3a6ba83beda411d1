import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { profile } from '../../src/db/schema/accounts.ts'
import { lead } from '../../src/db/schema/leads.ts'
import { listing } from '../../src/db/schema/listings.ts'
import type { MailKind } from '../../src/features/accounts/accounts.schema.ts'
import type { NewLead } from '../../src/features/leads/buyer.schema.ts'
import type { DocumentKey } from '../../src/features/leads/server/documentAccess.server.ts'
import { sendDigest } from '../../src/features/leads/server/notifyAgent.server.ts'
import { receiveLead } from '../../src/features/leads/server/receiveLead.server.ts'
import { emptyDescription } from '../../src/features/listings/description/description.schema.ts'
import { createListing } from '../../src/features/listings/server/listings.server.ts'
import { createAgent } from '../fixtures/agents.ts'
import { easyBotCheckAnswer } from '../fixtures/botCheck.ts'
import { openServices, registerWorker } from './services.ts'

export type LeadServices = Awaited<ReturnType<typeof openLeadServices>>

let visitors = 0
/** So many people do not come from one address. */
const newAddress = () => `10.${(++visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`

export const leadForm = (details: Partial<NewLead> = {}) => ({
  firstName: 'Jane',
  lastName: 'Doe',
  email: `${randomUUID()}@example.com`,
  phone: '021 123 4567',
  note: 'May I come on Saturday?',
  key: randomUUID(),
  ...details,
})

/** Leads at work on a database of their own. Emails stay in the queue, unless there is a mail server. */
export async function openLeadServices(...services: Parameters<typeof openServices>) {
  const [workers = [registerWorker(sendDigest)], given] = services
  const opened = await openServices(workers, given)
  const { database, writtenEmails } = opened
  const { db } = database

  return {
    ...opened,
    /** An agent with one published listing. */
    async newHome({ muted = [], isActive = true }: { muted?: MailKind[]; isActive?: boolean } = {}) {
      const agent = await createAgent(db, { subscriptionActive: isActive })
      if (muted.length > 0) await db.insert(profile).values({ userId: agent.id, mutedEmails: muted })
      const words = { title: '12 Rata Street', subtitle: '3 bed', description: emptyDescription }
      const { id } = await createListing(db, agent, words)
      await db.update(listing).set({ publishedAt: new Date() }).where(eq(listing.id, id))
      return { agent, id }
    },
    /** A buyer fills in the form and sends it. */
    async ask(listingId: string, details: Partial<NewLead> = {}, clientIp = newAddress(), key?: DocumentKey) {
      const turnstile = details.turnstile ?? (await easyBotCheckAnswer(opened.services.env.APP_SECRET, 'lead'))
      return receiveLead(opened.services, { ...leadForm(), listingId, ...details, turnstile }, { clientIp, key })
    },
    leadsOf: (listingId: string) => db.select().from(lead).where(eq(lead.listingId, listingId)),
    emailsTo: async (email: string) => (await writtenEmails()).filter(({ to }) => to === email),
    /** As if the leads so far had come long ago. */
    letTimePass: (listingId: string, hours: number) =>
      db
        .update(lead)
        .set({ createdAt: new Date(Date.now() - hours * 3600_000) })
        .where(eq(lead.listingId, listingId)),
  }
}
