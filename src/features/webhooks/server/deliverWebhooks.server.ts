import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { webhookDelivery, webhookEndpoint, webhookMessage } from '#db/schema/webhooks.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import { RETRY_DAYS } from '../webhooks.schema.ts'
import { disableFailingWebhook } from './disableFailingWebhook.server.ts'
import { openSecret, signMessage } from './webhookSecrets.server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long to wait after each failed attempt. The last one counts for all further attempts. */
const RETRY_DELAYS_MS = [
  ...[5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[1, 2, 4, 8, 12].map((hours) => hours * HOUR_MS),
]
const RETRY_FOR_MS = RETRY_DAYS * DAY_MS
/** Also for a message that is sent late: because it waited for an earlier one, or is sent again from the log. */
const MIN_ATTEMPTS = 6
/** After a failure of this length, a success means that the endpoint works again, and not that it accepts some messages only. */
const OUTAGE_MS = 10 * MINUTE_MS
/** Spreads what failed together. */
const JITTER = 0.1
/** How often due messages are looked for while there are none. */
const CHECK_MS = 1_000
/** A process that has taken a message and not said how it went by then is dead. Longer than a request can take. */
const LEASE_MS = 30_000
/** After this time another message is sent meanwhile. Quick endpoints get one at a time, so a killed process repeats one message at most. */
const QUICK_MS = 100
const MAX_IN_FLIGHT = 32
/** One slow endpoint leaves room for others. */
export const MAX_PER_ENDPOINT = 6
const MAX_RESPONSE_BYTES = 64_000
/** The beginning says what was wrong. */
const KEPT_RESPONSE_CHARACTERS = 4_000
const GONE = 410

/** Sends what is announced, for as long as the process runs. Returns how to stop. */
export function startWebhookDelivery(services: Services) {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await deliverDueMessages(services, stopping.signal).catch((err) =>
        services.log.warn({ err }, 'webhooks not delivered'),
      )
      await pause(CHECK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

/** Sends everything that is due, several messages at once where endpoints are slow. */
export async function deliverDueMessages(services: Services, signal?: AbortSignal) {
  const inFlight = new Map<Promise<void>, Taken>()
  try {
    while (!signal?.aborted) {
      const isIdle = inFlight.size === 0
      const taken =
        inFlight.size < MAX_IN_FLIGHT && (await takeNext(services.database.db, busyEndpoints(inFlight.values())))
      if (taken) {
        const sending = deliver(services, taken)
          .catch((err) => services.log.warn({ err, delivery: taken.id }, 'webhook not marked'))
          .finally(() => inFlight.delete(sending))
        inFlight.set(sending, taken)
        await waitForAny([sending], QUICK_MS)
      } else if (isIdle) return
      else if (inFlight.size > 0) await waitForAny([...inFlight.keys()], CHECK_MS)
    }
  } finally {
    await Promise.all(inFlight.keys())
  }
}

async function waitForAny(promises: Promise<void>[], milliseconds: number) {
  const waiting = new AbortController()
  const time = pause(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([...promises, time])
  waiting.abort()
}

/** Those with as many requests as they may have. One that fails gets one at a time. */
function busyEndpoints(inFlight: Iterable<Taken>) {
  const groups = Map.groupBy(inFlight, ({ endpointId }) => endpointId)
  return [...groups].flatMap(([id, taken]) =>
    taken.length >= MAX_PER_ENDPOINT || taken.some((one) => one.failingSince) ? [id] : [],
  )
}

type Taken = Awaited<ReturnType<typeof takeNext>> & object

/**
 * The message that has been due for longest, as ours until the lease ends. Not if an earlier one about the same object is on its way to the
 * same endpoint, so that they arrive in order.
 */
async function takeNext(db: Db, busy: string[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${webhookDelivery} set attempts = attempts + 1, "nextAttemptAt" = ${fromNow(LEASE_MS)}, "lastAttemptAt" = now(),
      "lastStatus" = null, "lastResponse" = null
    where id = (
      select delivery.id from ${webhookDelivery} delivery
      join ${webhookEndpoint} endpoint on endpoint.id = delivery."endpointId"
      where delivery."nextAttemptAt" <= now() and endpoint."disabledAt" is null
        and delivery."endpointId" <> all (${sql.param(busy)}::text[])
        and not exists (
          select from ${webhookDelivery} earlier where earlier."endpointId" = delivery."endpointId"
            and earlier."objectId" = delivery."objectId" and earlier."nextAttemptAt" is not null and earlier.sequence < delivery.sequence)
      order by delivery."nextAttemptAt", delivery.sequence limit 1
      for update of delivery skip locked)
    returning id`)
  const [taken] = rows
  if (!taken) return undefined
  const [found] = await db
    .select({
      id: webhookDelivery.id,
      attempts: webhookDelivery.attempts,
      objectId: webhookDelivery.objectId,
      sequence: webhookDelivery.sequence,
      message: webhookMessage,
      endpointId: webhookEndpoint.id,
      url: webhookEndpoint.url,
      secret: webhookEndpoint.secret,
      previousSecret: sql<string | null>`case when ${webhookEndpoint.previousSecretUntil} > now()
        then ${webhookEndpoint.previousSecret} end`,
      failingSince: webhookEndpoint.failingSince,
    })
    .from(webhookDelivery)
    .innerJoin(webhookMessage, eq(webhookMessage.id, webhookDelivery.messageId))
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookDelivery.endpointId))
    .where(eq(webhookDelivery.id, taken.id))
  return found
}

interface Outcome {
  isAccepted: boolean
  status: number | null
  response: string
}

async function deliver(services: Services, taken: Taken) {
  const outcome = await send(services, taken)
  const { db } = services.database
  if (outcome.isAccepted) await markDelivered(db, taken, outcome)
  else await markFailed(services, taken, outcome)
}

async function send(services: Services, taken: Taken): Promise<Outcome> {
  try {
    const body = JSON.stringify(messageBody(taken.message, services.env.APP_URL))
    const secrets = [taken.secret, taken.previousSecret ?? []].flat().map((sealed) => openSecret(services, sealed))
    const { status, body: response } = await services.publicRequests.send({
      url: taken.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'PropertyFiles-Webhooks/1.0',
        ...signMessage(secrets, taken.message.id, body),
      },
      body,
      maxBytes: MAX_RESPONSE_BYTES,
    })
    return { isAccepted: status >= 200 && status < 300, status, response: storableText(response.toString('utf8')) }
  } catch (error) {
    return { isAccepted: false, status: null, response: error instanceof Error ? storableText(error.message) : '' }
  }
}

const storableText = (text: string) => text.replaceAll('\0', '').slice(0, KEPT_RESPONSE_CHARACTERS).toWellFormed()

/** Unless the lease has ended, and another process has taken it since. */
const isStillOurs = ({ id, attempts }: Taken) =>
  and(eq(webhookDelivery.id, id), eq(webhookDelivery.attempts, attempts), isNotNull(webhookDelivery.nextAttemptAt))

async function markDelivered(db: Db, taken: Taken, { status, response }: Outcome) {
  await db
    .update(webhookDelivery)
    .set({ nextAttemptAt: null, deliveredAt: now, lastStatus: status, lastResponse: response })
    .where(isStillOurs(taken))
  if (!taken.failingSince) return
  await db.update(webhookEndpoint).set({ failingSince: null }).where(eq(webhookEndpoint.id, taken.endpointId))
  if (Date.now() - taken.failingSince.getTime() < OUTAGE_MS) return
  // It works again, so what has failed meanwhile need not wait. Those without a response are being sent.
  await db
    .update(webhookDelivery)
    .set({ nextAttemptAt: now })
    .where(
      and(
        eq(webhookDelivery.endpointId, taken.endpointId),
        gt(webhookDelivery.nextAttemptAt, now),
        isNotNull(webhookDelivery.lastResponse),
      ),
    )
}

async function markFailed(services: Services, taken: Taken, { status, response }: Outcome) {
  const nextAttemptAt = isGivenUp(taken) ? null : fromNow(retryDelay(taken.attempts))
  await services.database.db.transaction(async (tx) => {
    const marked = await tx
      .update(webhookDelivery)
      .set({ nextAttemptAt, lastStatus: status, lastResponse: response })
      .where(isStillOurs(taken))
      .returning({ nextAttemptAt: webhookDelivery.nextAttemptAt })
    if (marked.length === 0) return
    if (nextAttemptAt) await postponeLater(tx, taken, marked[0]?.nextAttemptAt ?? new Date())
    const [endpoint] = await tx
      .update(webhookEndpoint)
      .set({ failingSince: sql`coalesce(${webhookEndpoint.failingSince}, now())` })
      .where(and(eq(webhookEndpoint.id, taken.endpointId), isNull(webhookEndpoint.disabledAt)))
      .returning({
        isHopeless: sql<boolean>`${webhookEndpoint.failingSince} <= now() - make_interval(secs => ${RETRY_FOR_MS / 1000})`,
      })
    if (endpoint?.isHopeless || (endpoint && status === GONE))
      await disableFailingWebhook(services, tx, taken.endpointId, { isGone: status === GONE })
  })
}

const isGivenUp = ({ attempts, message: { createdAt } }: Taken) =>
  attempts >= MIN_ATTEMPTS && Date.now() - createdAt.getTime() >= RETRY_FOR_MS

function retryDelay(attempts: number) {
  const delay = RETRY_DELAYS_MS[attempts - 1] ?? RETRY_DELAYS_MS.at(-1) ?? 0
  return delay * (1 + JITTER * (2 * Math.random() - 1))
}

/** Later messages about the same object wait anyway. With the same time they are not looked at each second. */
const postponeLater = (tx: Db, { endpointId, objectId, sequence }: Taken, until: Date) =>
  tx
    .update(webhookDelivery)
    .set({ nextAttemptAt: until })
    .where(
      and(
        eq(webhookDelivery.endpointId, endpointId),
        eq(webhookDelivery.objectId, objectId),
        gt(webhookDelivery.sequence, sequence),
        lt(webhookDelivery.nextAttemptAt, until),
      ),
    )

type Message = Pick<typeof webhookMessage.$inferSelect, 'type' | 'objectId' | 'body' | 'createdAt'>

/** Where a program reads more about it, with its key. */
const apiPaths: Record<string, string> = { lead: 'leads', list: 'listings', file: 'files' }

/** What is sent, the same with each attempt. */
export function messageBody({ type, objectId, body, createdAt }: Message, appUrl: string) {
  const path = type === 'lead.erased' ? undefined : apiPaths[objectId.split('_')[0] ?? '']
  return {
    type,
    timestamp: createdAt.toISOString(),
    data: { ...(body as Record<string, unknown>), ...(path && { url: `${appUrl}/api/v1/${path}/${objectId}` }) },
  }
}
