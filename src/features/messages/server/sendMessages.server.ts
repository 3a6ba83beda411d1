import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago, now } from '#db/clock.server.ts'
import { lead } from '#db/schema/leads.ts'
import { toListingKey } from '#db/schema/listings.ts'
import { buyerMessage, isAwaitingMailServer, messageRecipient } from '#db/schema/messages.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { ExclusionReason } from '#values/messageValues.ts'
import { DAY_MS, MINUTE_MS } from '#values/time.ts'
import { ownExclusion, selectAudience } from './audience.server.ts'
import { deliverMessageJob } from './deliverMessage.server.ts'

/**
 * How fast messages are handed to the mail server. An installation with another agreement with its provider changes these numbers; an agency's
 * share leaves room for others. All other emails have a queue of their own and do not wait behind messages.
 */
export const MESSAGES_PER_MINUTE = 1_200
export const AGENCY_MESSAGES_PER_MINUTE = 600
/** Of all messages of an agency. What is beyond it goes out the next day. */
export const AGENCY_MESSAGES_PER_DAY = 20_000
/** While this many wait for the mail server, no more are handed over: after an outage they go out at the rate again, and not all at once. */
const MAX_ON_THEIR_WAY = 500

const PEOPLE_PER_BATCH = 50
/** How long a message waits when there is no room for it. */
const WAIT_SECONDS = 2

const NoData = z.object({})
const MessageData = z.strictObject({ messageId: z.string() })

/** Fixes the recipients of a message and hands over their emails in batches. A process that is killed leaves the rest to the next attempt. */
export const sendMessageJob: Job<z.infer<typeof MessageData>, Services> = {
  name: 'send_message',
  data: MessageData,
  queue: { retryLimit: 1_000, expireInSeconds: 15 * 60, heartbeatSeconds: 15 },
  work: (services, { messageId }) => sendMessage(services, messageId),
}

export async function sendMessage({ database: { db }, jobs }: Services, messageId: string) {
  await db.transaction((tx) => fixRecipients(tx, messageId))
  for (;;) {
    const outcome = await db.transaction((tx) => handOverBatch(jobs, tx, messageId))
    if (outcome === 'done') return
    if (outcome === 'no room') {
      await jobs.enqueue(db, sendMessageJob, { messageId }, { startAfter: WAIT_SECONDS })
      return
    }
  }
}

/**
 * Sends messages whose time has come and which no job is about: after jobs were lost, or when the database was away for longer than they are
 * tried.
 */
export const sendOverdueMessagesJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'send_overdue_messages',
  data: NoData,
  schedule: '*/10 * * * *',
  async work({ database: { db }, jobs }) {
    const isWithoutJob = sql`not exists (select from pgboss.job where name = ${sendMessageJob.name}
      and state in ('created', 'retry', 'active') and data->>'messageId' = ${buyerMessage.id})`
    const overdue = await db
      .select({ messageId: buyerMessage.id })
      .from(buyerMessage)
      .where(
        and(
          isNull(buyerMessage.finishedAt),
          isNull(buyerMessage.cancelledAt),
          sql`${buyerMessage.sendAt} <= ${now}`,
          isWithoutJob,
        ),
      )
    for (const data of overdue) await jobs.enqueue(db, sendMessageJob, data)
  },
}
const isOpen = (messageId: string) =>
  and(
    eq(buyerMessage.id, messageId),
    isNull(buyerMessage.cancelledAt),
    isNull(buyerMessage.finishedAt),
    sql`${buyerMessage.sendAt} <= ${now}`,
  )

/** Once, when its time has come. Those who get nothing are noted too, with the reason. */
async function fixRecipients(tx: Db, messageId: string) {
  const [message] = await tx
    .update(buyerMessage)
    .set({ startedAt: now })
    .where(and(isOpen(messageId), isNull(buyerMessage.startedAt)))
    .returning()
  if (!message) return
  const people = selectAudience(tx, toListingKey(message), message.audience).as('people')
  // Locked in one order, so that none is erased in between.
  const rows = await tx
    .select({ leadId: people.leadId, agencyId: people.agencyId, excludedFor: people.excludedFor })
    .from(people)
    .innerJoin(lead, and(eq(lead.id, people.leadId), eq(lead.agencyId, people.agencyId)))
    .orderBy(asc(lead.id))
    .for('key share', { of: lead })
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await tx
      .insert(messageRecipient)
      .values(rows.slice(start, start + ROWS_PER_INSERT).map((row) => ({ messageId, ...row })))
}

const ROWS_PER_INSERT = 1_000

type Outcome = 'done' | 'more' | 'no room'

/**
 * Marks some recipients and enqueues their emails in one transaction: both happen or neither. One batch at a time in the whole installation,
 * so that the rates hold.
 */
async function handOverBatch(jobs: Services['jobs'], tx: Db, messageId: string): Promise<Outcome> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('hand over messages'))`)
  // Cancelled before this, or after the batch.
  const [message] = await tx.select().from(buyerMessage).where(isOpen(messageId)).for('no key update')
  if (!message) return 'done'
  const room = Math.min(PEOPLE_PER_BATCH, await countRoom(tx, message.agencyId))
  const waiting = await tx
    .select({ leadId: messageRecipient.leadId })
    .from(messageRecipient)
    .where(isWaiting(messageId))
    .limit(PEOPLE_PER_BATCH)
  if (waiting.length === 0) {
    await tx.update(buyerMessage).set({ finishedAt: now }).where(eq(buyerMessage.id, messageId))
    return 'done'
  }
  if (room <= 0) return 'no room'
  const ids = waiting.slice(0, room).map(({ leadId }) => leadId)
  // Locked: someone who unsubscribes, is erased or loses access at this moment is either before this or after it.
  await tx.select({ id: lead.id }).from(lead).where(inArray(lead.id, ids)).orderBy(asc(lead.id)).for('no key update')
  const checked = await tx
    .select({ leadId: lead.id, reason: ownExclusion })
    .from(lead)
    .where(inArray(lead.id, ids))
    .orderBy(asc(lead.id))
  for (const { leadId, reason } of checked) {
    if (reason) await excludeRecipient(tx, messageId, leadId, reason)
    else {
      await tx
        .update(messageRecipient)
        .set({ queuedAt: now })
        .where(and(isWaiting(messageId), eq(messageRecipient.leadId, leadId)))
      await jobs.enqueue(tx, deliverMessageJob, { messageId, leadId })
    }
  }
  return 'more'
}

const isWaiting = (messageId: string) =>
  and(
    eq(messageRecipient.messageId, messageId),
    isNull(messageRecipient.queuedAt),
    isNull(messageRecipient.excludedFor),
  )

/** Since the recipients were fixed, or since the email was handed over. */
const excludeRecipient = (tx: Db, messageId: string, leadId: string, reason: ExclusionReason) =>
  tx
    .update(messageRecipient)
    .set({ excludedFor: reason })
    .where(and(eq(messageRecipient.messageId, messageId), eq(messageRecipient.leadId, leadId)))

/** How many more emails the rates allow right now. */
async function countRoom(tx: Db, agencyId: string) {
  const count = async (milliseconds: number, ofAgency: boolean) =>
    tx.$count(
      messageRecipient,
      and(
        gt(messageRecipient.queuedAt, ago(milliseconds)),
        ofAgency ? eq(messageRecipient.agencyId, agencyId) : undefined,
      ),
    )
  return Math.min(
    MESSAGES_PER_MINUTE - (await count(MINUTE_MS, false)),
    AGENCY_MESSAGES_PER_MINUTE - (await count(MINUTE_MS, true)),
    AGENCY_MESSAGES_PER_DAY - (await count(DAY_MS, true)),
    MAX_ON_THEIR_WAY - (await tx.$count(messageRecipient, isAwaitingMailServer)),
  )
}
