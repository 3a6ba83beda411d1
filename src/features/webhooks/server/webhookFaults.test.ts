import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { type ConnectionState, startFaultyConnection } from '../../../../test/support/faults/faultyConnection.ts'
import { isLong } from '../../../../test/support/longRun.ts'
import { startWebhookReceiver } from '../../../../test/support/servers/webhookReceiver.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { deleteWebhookMessages } from '../../../db/deleteWebhooks.server.ts'
import { webhookDelivery } from '../../../db/schema/webhooks.ts'
import type { Agent } from '../../../platform/auth/sessions.server.ts'
import { createPublicRequests } from '../../../platform/outbound/publicRequest.server.ts'
import { announceAll } from '../../../platform/outbound/webhooks/announce.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { createLog } from '../../../platform/telemetry/log.server.ts'
import { deliverDueMessages, MAX_PER_ENDPOINT, startWebhookDelivery } from './deliverWebhooks.server.ts'
import { createWebhook, listDeliveries } from './webhooks.server.ts'

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** At length with the real limit. */
const TIMEOUT_MS = isLong ? 10_000 : 500

let receiver: Receiver
let other: Receiver
let line: Awaited<ReturnType<typeof startFaultyConnection>>
let opened: Awaited<ReturnType<typeof openServices>>
let services: Services
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  other = await startWebhookReceiver()
  line = await startFaultyConnection({ port: Number(new URL(receiver.url).port) })
  opened = await openServices()
  const furtherOrigins = [receiver.origin, other.origin, new URL(hook()).origin]
  const limit = isLong ? {} : { timeoutMs: TIMEOUT_MS }
  services = { ...opened.services, publicRequests: createPublicRequests({ furtherOrigins, ...limit }) }
})
afterAll(async () => {
  await opened.close()
  await line.stop()
  await receiver.stop()
  await other.stop()
})
beforeEach(async () => {
  await deleteWebhookMessages(opened.database.db, {})
  receiver.received.length = 0
  receiver.acceptAll()
})

/** The receiver behind the line that can fail. */
const hook = () => `http://127.0.0.1:${line.port}/hook`

const announceAbout = ({ agencyId }: Agent, objectIds: string[]) =>
  announceAll(
    opened.database.db,
    objectIds.map((objectId) => ({ agencyId, type: 'lead.updated', objectId, data: { leadId: objectId } })),
  )

async function createWatchingAgent(url: string) {
  const agent = await createAgent(opened.database.db)
  const { id } = await createWebhook(services, agent, { url, name: '', types: [] })
  const deliveries = async () => (await listDeliveries(services, agent, { id, limit: 100 })).deliveries
  /** As if the time of the next attempt had come. */
  const makeDue = () =>
    opened.database.db
      .update(webhookDelivery)
      .set({ nextAttemptAt: sql`now()` })
      .where(eq(webhookDelivery.endpointId, id))
  return { agent, deliveries, makeDue }
}

test.each<[string, ConnectionState, string, number]>([
  ['refuses connections', 'away', 'ECONNREFUSED', 1],
  ['is silent', 'silent', `No response within ${TIMEOUT_MS / 1000} seconds`, 1],
  ['accepts a message, and its response is lost', 'mute', `No response within ${TIMEOUT_MS / 1000} seconds`, 2],
])('a receiver of webhooks that %s gets the message later, with the same id', async (_, state, why, arrivals) => {
  const { agent, deliveries, makeDue } = await createWatchingAgent(hook())
  await announceAbout(agent, ['lead_a'])
  await line.become(state)
  await deliverDueMessages(services)
  expect(await deliveries()).toMatchObject([
    { state: 'retrying', lastStatus: null, lastResponse: expect.stringContaining(why) },
  ])
  await line.become('good')
  await makeDue()
  await deliverDueMessages(services)
  const [delivery] = await deliveries()
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 2 })
  expect(receiver.received.map(({ id }) => id)).toEqual(Array(arrivals).fill(delivery?.messageId))
})

test.each([
  ['no more than that is waited for, and its status counts', 64_001, { state: 'delivered', lastStatus: 200 }],
  ['the end of less is waited for', 64_000, { state: 'retrying', lastStatus: null }],
])('of the response to a webhook 64 kB are read: %s', async (_, bytes, outcome) => {
  const { agent, deliveries } = await createWatchingAgent(receiver.url)
  const closed = new Promise<void>((resolve) => {
    receiver.respondWith((response) => response.on('close', resolve).writeHead(200).write('x'.repeat(bytes)))
  })
  await announceAbout(agent, ['lead_a'])
  await deliverDueMessages(services)
  expect(await deliveries()).toMatchObject([outcome])
  await closed
})

test('a receiver of webhooks that is slow does not delay messages to others', async () => {
  const slow = await createWatchingAgent(receiver.url)
  const quick = await createWatchingAgent(other.url)
  await announceAbout(
    slow.agent,
    Array.from({ length: 40 }, (_, nth) => `lead_${nth}`),
  )
  await announceAbout(quick.agent, ['lead_quick'])
  let begun = 0
  const isQuickThere = new Promise<void>((resolve) => {
    other.respondWith((response) => {
      begun = receiver.received.length
      response.writeHead(204).end()
      resolve()
    })
  })
  receiver.respondWith((response) => void isQuickThere.then(() => response.writeHead(204).end()))
  const patient = {
    ...services,
    publicRequests: createPublicRequests({ furtherOrigins: [receiver.origin, other.origin] }),
  }
  await deliverDueMessages(patient)
  expect(begun).toBeGreaterThan(0)
  expect(begun).toBeLessThanOrEqual(MAX_PER_ENDPOINT)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(40)
})

test('webhooks whose delivery the database could not store arrive again with the same id once it is back', async () => {
  const { agent, deliveries, makeDue } = await createWatchingAgent(receiver.url)
  await announceAbout(agent, ['lead_a'])
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (text) => lines.push(text) } })
  const hasLogged = (text: string) => eventually(() => lines.some((one) => one.includes(text)))
  let outage = Promise.resolve()
  receiver.respondWith(async (response) => {
    receiver.acceptAll()
    await new Promise<void>((isAway) => {
      outage = opened.database.whileAway(async () => {
        isAway()
        await hasLogged('webhooks not delivered')
      })
    })
    response.writeHead(204).end()
  })
  onTestFinished(startWebhookDelivery({ ...services, log }))
  await hasLogged('webhook not marked')
  await outage
  expect(await deliveries()).toMatchObject([{ state: 'retrying', attempts: 1 }])
  await makeDue()
  await eventually(async () => (await deliveries())[0]?.state === 'delivered')
  const ids = receiver.received.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})
