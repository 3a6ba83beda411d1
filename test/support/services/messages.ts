import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { lead } from '../../../src/db/schema/leads.ts'
import type { listing } from '../../../src/db/schema/listings.ts'
import { buyerMessage, messageRecipient } from '../../../src/db/schema/messages.ts'
import { GetMessageInput } from '../../../src/features/messages/messages.schema.ts'
import { deliverMessage, deliverMessageJob } from '../../../src/features/messages/server/deliverMessage.server.ts'
import {
  messageUnsubscribeUrl,
  saveMessageEmailChoice,
} from '../../../src/features/messages/server/messageEmailChoice.server.ts'
import { createMessage } from '../../../src/features/messages/server/messages.server.ts'
import { getMessage } from '../../../src/features/messages/server/readMessages.server.ts'
import { sendMessage, sendMessageJob } from '../../../src/features/messages/server/sendMessages.server.ts'
import type { Agent } from '../../../src/platform/auth/sessions.server.ts'
import { createAgent } from '../../fixtures/agents.ts'
import { createLead } from '../../fixtures/leads.ts'
import { createPublishedListing } from '../../fixtures/listings.ts'
import { messageDraft } from '../../fixtures/messages.ts'
import { type ScriptedSmtp, startScriptedSmtp } from '../servers/scriptedSmtp.ts'
import { openServices, registerWorker } from './services.ts'

/** Messages to buyers with a mail server that does as it is told. The queues do nothing: each test decides when the work is done. */
export function useMessages() {
  let smtp: ScriptedSmtp
  let opened: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    smtp = await startScriptedSmtp()
    const idle = [
      registerWorker({ ...sendMessageJob, work: async () => {} }),
      registerWorker({ ...deliverMessageJob, work: async () => {} }),
    ]
    opened = await openServices(idle, { smtpUrl: smtp.url })
  })
  afterAll(async () => {
    await opened.close()
    await smtp.stop()
  })
  beforeEach(() => {
    smtp.received.length = 0
    smtp.script.length = 0
  })
  const db = () => opened.database.db

  async function createCampaign(fields: Partial<typeof listing.$inferInsert> = {}) {
    const agent = await createAgent(db())
    const about = await createPublishedListing(db(), { agent, ...fields })
    return { agent, listing: about, reader: await createLead(db(), { listingId: about.id, firstName: 'Mere' }) }
  }

  const create = ({ agent, listing: { id } }: Campaign, fields: Parameters<typeof messageDraft>[1] = {}) =>
    createMessage(opened.services, agent, { ...messageDraft(id, fields), creationKey: crypto.randomUUID() })

  /** As if its time had come. */
  async function handOver(id: string) {
    await db()
      .update(buyerMessage)
      .set({ sendAt: new Date(Date.now() - 1_000) })
      .where(eq(buyerMessage.id, id))
    await sendMessage(opened.services, id)
  }

  async function deliver(messageId: string) {
    const queued = await db().select().from(messageRecipient).where(eq(messageRecipient.messageId, messageId))
    for (const { leadId, queuedAt } of queued)
      if (queuedAt) await deliverMessage(opened.services, { messageId, leadId })
  }

  const unsubscribeKey = (messageId: string, reader: typeof lead.$inferSelect) => {
    const url = messageUnsubscribeUrl(opened.services.env, messageId, reader)
    return url.slice(url.lastIndexOf('/') + 1)
  }

  return {
    db,
    opened: () => opened,
    services: () => opened.services,
    smtp: () => smtp,
    createCampaign,
    create,
    handOver,
    deliver,
    async send(id: string) {
      await handOver(id)
      await deliver(id)
    },
    acceptedBy: () => smtp.received.flatMap(({ mail }) => mail.to?.map(({ address }) => address) ?? []),
    read: (agent: Agent, id: string) => getMessage(db(), agent, GetMessageInput.parse({ id })),
    unsubscribeKey,
    unsubscribe: (messageId: string, reader: typeof lead.$inferSelect) =>
      saveMessageEmailChoice(db(), opened.services.env, unsubscribeKey(messageId, reader), false),
  }
}

export interface Campaign {
  agent: Awaited<ReturnType<typeof createAgent>>
  listing: Awaited<ReturnType<typeof createPublishedListing>>
  reader: Awaited<ReturnType<typeof createLead>>
}
