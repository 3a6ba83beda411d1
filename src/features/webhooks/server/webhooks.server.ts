import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { deleteWebhookEndpoints } from '#db/deleteWebhooks.server.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { webhookDelivery, webhookEndpoint, webhookMessage } from '#db/schema/webhooks.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { keysetPage } from '#platform/input/keysetPaging.server.ts'
import { AddressRefused } from '#platform/outbound/publicRequest.server.ts'
import { TEST_TYPE } from '#platform/outbound/webhooks/webhookTypes.ts'
import type { Services } from '#platform/services.server.ts'
import { type DeliveryState, type NewWebhook, OLD_SECRET_HOURS, type UpdateWebhookInput } from '../webhooks.schema.ts'
import { messageBody } from './deliverWebhooks.server.ts'
import { giveUpWaitingDeliveries } from './disableFailingWebhook.server.ts'
import { createSecret, openSecret } from './webhookSecrets.server.ts'

const MAX_WEBHOOKS_PER_AGENCY = 20
const resendsPerAgency = { name: 'webhook_resend', points: 600, seconds: 3600 }
const testsPerAgency = { name: 'webhook_test', points: 60, seconds: 3600 }

type Row = typeof webhookEndpoint.$inferSelect

const describeWebhook = ({ id, url, name, types, createdAt, failingSince, disabledAt, previousSecretUntil }: Row) => ({
  ...{ id, url, name, types, createdAt, failingSince, disabledAt },
  isEnabled: disabledAt === null,
  previousSecretUntil: previousSecretUntil && previousSecretUntil > new Date() ? previousSecretUntil : null,
})

/** The webhooks of the agency, the oldest first. */
export async function listWebhooks(db: Db, agent: Agent) {
  requirePermission(agent, 'manageConnections')
  const rows = await db
    .select()
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.agencyId, agent.agencyId))
    .orderBy(webhookEndpoint.createdAt, webhookEndpoint.id)
  return rows.map(describeWebhook)
}

const isOwn = (agent: Agent, id: string) =>
  and(eq(webhookEndpoint.id, id), eq(webhookEndpoint.agencyId, agent.agencyId))

async function requireRow(db: Db, agent: Agent, id: string) {
  requirePermission(agent, 'manageConnections')
  const [found] = await db.select().from(webhookEndpoint).where(isOwn(agent, id))
  if (!found) throw notFound()
  return found
}

/** Until the transaction ends, for a change that depends on what is stored. */
async function lockRow(tx: Db, agent: Agent, id: string) {
  requirePermission(agent, 'manageConnections')
  const [found] = await tx.select().from(webhookEndpoint).where(isOwn(agent, id)).for('no key update')
  if (!found) throw notFound()
  return found
}

export const requireWebhook = async (db: Db, agent: Agent, id: string) =>
  describeWebhook(await requireRow(db, agent, id))

/** Returns the secret, which is needed to check signatures. */
export async function createWebhook(services: Services, agent: Agent, input: NewWebhook) {
  requirePermission(agent, 'manageConnections')
  requirePublicUrl(services, input.url)
  const { secret, sealed } = createSecret(services)
  return services.database.db.transaction(async (tx) => {
    const present = await tx.$count(webhookEndpoint, eq(webhookEndpoint.agencyId, agent.agencyId))
    if (present >= MAX_WEBHOOKS_PER_AGENCY)
      throw conflict(`An agency can have ${MAX_WEBHOOKS_PER_AGENCY} webhooks. Please delete one first.`)
    const [made] = await tx
      .insert(webhookEndpoint)
      .values({ ...input, agencyId: agent.agencyId, userId: agent.id, secret: sealed })
      .returning()
    if (!made) throw new Error('The webhook was not stored.')
    await writeAudit(tx, agent, 'webhook_created', { host: hostOf(made) }, made.id)
    return { ...describeWebhook(made), secret }
  })
}

function requirePublicUrl({ publicRequests }: Services, url: string) {
  try {
    publicRequests.requireUrl(url)
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidInput({ url: error.message })
    throw error
  }
}

/** Only the host is in the activity log: the path can contain a secret of the receiving system. */
const hostOf = ({ url }: Pick<Row, 'url'>) => new URL(url).hostname.slice(0, 253)

/** Turning it off gives up what is waiting. What happens meanwhile is not sent later. */
export async function updateWebhook(services: Services, agent: Agent, { id, isEnabled, ...input }: UpdateWebhookInput) {
  if (input.url !== undefined) requirePublicUrl(services, input.url)
  return services.database.db.transaction(async (tx) => {
    const before = await lockRow(tx, agent, id)
    const isSwitched = isEnabled !== undefined && isEnabled !== (before.disabledAt === null)
    const state = isEnabled ? { disabledAt: null, failingSince: null } : { disabledAt: now }
    const values = { ...input, ...(isSwitched && state), updatedAt: now }
    const [after] = await tx.update(webhookEndpoint).set(values).where(isOwn(agent, id)).returning()
    if (!after) throw notFound()
    if (isSwitched && !isEnabled) await giveUpWaitingDeliveries(tx, id)
    await writeAudit(tx, agent, 'webhook_changed', { host: hostOf(after), isEnabled: after.disabledAt === null }, id)
    return describeWebhook(after)
  })
}

export const deleteWebhook = (db: Db, agent: Agent, id: string) =>
  db.transaction(async (tx) => {
    const before = await requireRow(tx, agent, id)
    await deleteWebhookEndpoints(tx, eq(webhookEndpoint.id, before.id))
    await writeAudit(tx, agent, 'webhook_deleted', { host: hostOf(before) }, id)
  })

/** For someone who sets up the receiving system. It is in the activity log. */
export const revealWebhookSecret = (services: Services, agent: Agent, id: string) =>
  services.database.db.transaction(async (tx) => {
    const row = await requireRow(tx, agent, id)
    await writeAudit(tx, agent, 'webhook_secret_shown', { host: hostOf(row) }, id)
    return { secret: openSecret(services, row.secret) }
  })

/** Messages are signed with the old one, too, for a day: time to change it in the receiving system. */
export const rotateWebhookSecret = (services: Services, agent: Agent, id: string) =>
  services.database.db.transaction(async (tx) => {
    const before = await lockRow(tx, agent, id)
    const { secret, sealed } = createSecret(services)
    await tx
      .update(webhookEndpoint)
      .set({
        secret: sealed,
        previousSecret: before.secret,
        previousSecretUntil: fromNow(OLD_SECRET_HOURS * 3_600_000),
        updatedAt: now,
      })
      .where(isOwn(agent, id))
    await writeAudit(tx, agent, 'webhook_secret_rotated', { host: hostOf(before) }, id)
    return { secret }
  })

const deliveryColumns = {
  id: webhookDelivery.id,
  message: webhookMessage,
  attempts: webhookDelivery.attempts,
  nextAttemptAt: webhookDelivery.nextAttemptAt,
  deliveredAt: webhookDelivery.deliveredAt,
  lastAttemptAt: webhookDelivery.lastAttemptAt,
  lastStatus: webhookDelivery.lastStatus,
  lastResponse: webhookDelivery.lastResponse,
}

const newestFirst = { key: webhookDelivery.sequence, of: 'numbers', direction: 'desc' } as const

interface DeliveryPage {
  id: string
  cursor?: string | undefined
  limit: number
}

/** What was sent and is being sent to an endpoint, the latest first, with bodies and responses. */
export async function listDeliveries({ database: { db }, env }: Services, agent: Agent, input: DeliveryPage) {
  const { id, cursor, limit } = input
  await requireRow(db, agent, id)
  const paging = keysetPage('deliveries', newestFirst, webhookDelivery.id, cursor)
  const rows = await db
    .select({ ...deliveryColumns, key: paging.key })
    .from(webhookDelivery)
    .innerJoin(webhookMessage, eq(webhookMessage.id, webhookDelivery.messageId))
    .where(and(eq(webhookDelivery.endpointId, id), paging.after))
    .orderBy(...paging.orderBy)
    .limit(limit + 1)
  const deliveries = rows.slice(0, limit).map(({ key: _, message, ...delivery }) => ({
    ...delivery,
    messageId: message.id,
    type: message.type,
    createdAt: message.createdAt,
    state: deliveryState(delivery),
    body: JSON.stringify(messageBody(message, env.APP_URL)),
  }))
  return { deliveries, next: paging.next(rows, limit) }
}

type DeliveryTimes = Pick<typeof webhookDelivery.$inferSelect, 'deliveredAt' | 'nextAttemptAt' | 'attempts'>

function deliveryState({ deliveredAt, nextAttemptAt, attempts }: DeliveryTimes): DeliveryState {
  if (deliveredAt) return 'delivered'
  if (!nextAttemptAt) return 'failed'
  return attempts > 0 ? 'retrying' : 'waiting'
}

/** With the id of before, so that the receiving system can tell that it is the same message. */
export async function resendDelivery(
  { database: { db }, limits }: Services,
  agent: Agent,
  { id, deliveryId }: { id: string; deliveryId: string },
) {
  const endpoint = await requireRow(db, agent, id)
  requireEnabled(endpoint)
  await limits.spend(resendsPerAgency, agent.agencyId)
  const [due] = await db
    .update(webhookDelivery)
    .set({ nextAttemptAt: now, attempts: 0, deliveredAt: null, lastStatus: null, lastResponse: null })
    .where(
      and(
        eq(webhookDelivery.id, deliveryId),
        eq(webhookDelivery.endpointId, id),
        // What is being sent at this moment is left alone.
        or(isNull(webhookDelivery.nextAttemptAt), sql`${webhookDelivery.lastResponse} is not null`),
      ),
    )
    .returning({ id: webhookDelivery.id })
  if (due) return
  const known = await db.$count(
    webhookDelivery,
    and(eq(webhookDelivery.id, deliveryId), eq(webhookDelivery.endpointId, id)),
  )
  if (known === 0) throw notFound()
}

const requireEnabled = ({ disabledAt }: Row) => {
  if (disabledAt) throw conflict('This webhook is turned off. Turn it on first.')
}

/** A message that says nothing, for someone who sets up the receiving system. */
export async function sendTestWebhook({ database: { db }, limits }: Services, agent: Agent, id: string) {
  const endpoint = await requireRow(db, agent, id)
  requireEnabled(endpoint)
  await limits.spend(testsPerAgency, agent.agencyId)
  return db.transaction(async (tx) => {
    const [message] = await tx
      .insert(webhookMessage)
      .values({ agencyId: agent.agencyId, type: TEST_TYPE, objectId: id, body: { webhookId: id } })
      .returning()
    if (!message) throw new Error('The message was not stored.')
    const deliveryId = `dlvr_${shortRandomId()}`
    await tx.insert(webhookDelivery).values({
      ...{ id: deliveryId, messageId: message.id, endpointId: id, objectId: id, sequence: message.sequence },
    })
    return { deliveryId, messageId: message.id }
  })
}
