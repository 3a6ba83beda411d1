import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { buyerMessage, isAwaitingMailServer, messageRecipient } from '#db/schema/messages.ts'
import { signLinkKey } from '#features/leads/server/documents/documentKey.server.ts'
import { agentAsSender } from '#features/leads/server/privateLink/prepareBuyerEmails.server.ts'
import { type Job, PermanentJobError } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { ownExclusion } from './audience.server.ts'
import { bounceAddress } from './bounceAddress.server.ts'
import { isAddressRefused, markBounced } from './bounces.server.ts'
import { composeMessage } from './composeMessage.server.ts'
import { messageUnsubscribeUrl } from './messageEmailChoice.server.ts'

const DeliveryData = z.strictObject({ messageId: z.string(), leadId: z.string() })
type Delivery = z.infer<typeof DeliveryData>

/** About four days with at most five minutes in between: a mail server may be down for one. */
const MAX_TRIES = 1_200
const MAX_DELIVERIES_AT_ONCE = 3

/**
 * Sends one email of a message. In a queue of its own, so that an email that someone waits for is not behind thousands of them. Its
 * Message-ID is the same for each attempt: an email that was accepted by the mail server and not marked, because the process was killed, is
 * shown once by email programs.
 */
export const deliverMessageJob: Job<Delivery, Services> = {
  name: 'deliver_message',
  data: DeliveryData,
  queue: {
    ...{ retryLimit: MAX_TRIES, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 },
    ...{ expireInSeconds: 120, heartbeatSeconds: 15 },
  },
  concurrency: MAX_DELIVERIES_AT_ONCE,
  work: (services, delivery, { isLastAttempt = false }) => deliverMessage(services, delivery, isLastAttempt),
}

export async function deliverMessage(services: Services, delivery: Delivery, isLastAttempt = false) {
  const { db } = services.database
  const found = await findDelivery(db, delivery)
  // Accepted or given up before, erased, or cancelled.
  if (!found) return
  if (found.reason) {
    await db.update(messageRecipient).set({ excludedFor: found.reason }).where(isRecipient(delivery))
    return
  }
  try {
    await send(services, delivery, found)
  } catch (error) {
    if (!(error instanceof PermanentJobError) && !isLastAttempt) throw error
    const reason = error instanceof Error ? error.message : 'The mail server did not take it.'
    await markBounced(db, delivery, {
      reason,
      silences: error instanceof PermanentJobError && isAddressRefused(reason),
    })
    return
  }
  await db
    .update(messageRecipient)
    .set({ acceptedAt: now })
    .where(and(isRecipient(delivery), isNull(messageRecipient.acceptedAt)))
}

const isRecipient = ({ messageId, leadId }: Delivery) =>
  and(eq(messageRecipient.messageId, messageId), eq(messageRecipient.leadId, leadId))

/** Someone who has unsubscribed or lost access while the mail server was down gets nothing any more. */
async function findDelivery(db: Db, delivery: Delivery) {
  const [found] = await db
    .select({ message: buyerMessage, reader: lead, listing, agent: user, reason: ownExclusion })
    .from(messageRecipient)
    .innerJoin(
      buyerMessage,
      and(eq(buyerMessage.id, messageRecipient.messageId), eq(buyerMessage.agencyId, messageRecipient.agencyId)),
    )
    .innerJoin(lead, and(eq(lead.id, messageRecipient.leadId), eq(lead.agencyId, messageRecipient.agencyId)))
    .innerJoin(listing, and(eq(listing.id, buyerMessage.listingId), eq(listing.agencyId, buyerMessage.agencyId)))
    .innerJoin(user, eq(user.id, listing.userId))
    .where(and(isRecipient(delivery), isAwaitingMailServer, isNull(buyerMessage.cancelledAt)))
  return found
}

async function send(
  { database, env, mailer }: Services,
  delivery: Delivery,
  { message, reader, listing: about, agent }: NonNullable<Awaited<ReturnType<typeof findDelivery>>>,
) {
  const unsubscribeUrl = messageUnsubscribeUrl(env, message.id, reader)
  const key = signLinkKey(env.APP_SECRET, reader)
  const { subject, body } = await composeMessage(database.db, env.APP_URL, {
    ...{ draft: message, listing: about, agent, firstName: reader.firstName, unsubscribeUrl },
    link: `${env.APP_URL}/listings/${about.slug}/open?key=${key}&message=${message.id}`,
  })
  await mailer.send(
    { to: reader.email, ...agentAsSender(agent), about: [reader.id], unsubscribeUrl, subject, body },
    { messageId: `${message.id}.${reader.id}`, returnPath: bounceAddress(env, delivery) },
  )
}
