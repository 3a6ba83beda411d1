import { rm } from 'node:fs/promises'
import { announce } from '../../../src/platform/outbound/webhooks/announce.server.ts'
import { createSignedInAgent } from '../../fixtures/agents.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'
import { openAppDatabase } from '../processes/appData.ts'
import { startWebhookReceiver } from '../servers/webhookReceiver.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { startCrashingApp } from './crashingApp.ts'

/** After a kill, what was on its way is sent again within half a minute. A slow machine takes as long again to start. */
const MS_PER_KILL = 60_000
const MS_FOR_MESSAGES = 600_000
/** Messages about one lead arrive in order, those about different leads in any. */
const LEADS = 50

interface Kills {
  messages: number
  kills: number
  /** Otherwise the application makes its data in a new folder. It is removed at the end. */
  dataDir?: string
}

/**
 * Announces what happens to leads, and kills the application (kill -9) again and again while it tells the agency's system. A message that was
 * accepted but not marked when the process died arrives again with the same id: `repeated` counts those.
 */
export async function deliverWebhooksUnderKills({ messages, kills, dataDir }: Kills) {
  const began = performance.now()
  const timeoutMs = MS_FOR_MESSAGES + kills * MS_PER_KILL
  const DATA_DIR = dataDir ?? (await temporaryFolder())
  const receiver = await startWebhookReceiver()
  const app = await startCrashingApp({
    ...{ PORT: String(await freePort()), DATA_DIR, INTERNAL_TEST_ORIGINS: receiver.origin },
  })
  try {
    // Each time a message has arrived and the system has not answered yet, which is the worst moment.
    let begun = 0
    receiver.respondWith((response) => {
      if (begun === kills || receiver.received.length < (messages * (begun + 1)) / (kills + 1)) {
        response.writeHead(204).end()
        return
      }
      begun += 1
      void app.breakSomething('application')
    })
    const ids = await announceAll(app.url, DATA_DIR, receiver.url, messages)
    await eventually(() => begun === kills, timeoutMs)
    await app.mended()
    const arrived = () => new Set(receiver.received.map(({ id }) => id))
    await eventually(() => arrived().size >= ids.size, timeoutMs).catch(() => undefined)
    // Anything that would be repeated is repeated now.
    await untilNothingWaits(DATA_DIR, timeoutMs)
    const seen = arrived()
    return {
      messages: ids.size,
      missed: [...ids].filter((id) => !seen.has(id)).length,
      unknownIds: [...seen].filter((id) => !ids.has(id)).length,
      outOfOrder: countOutOfOrder(receiver.received),
      repeated: receiver.received.length - seen.size,
      kills: app.kills,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await app.stop()
    await receiver.stop()
    await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Returns the ids of the messages, as stored. */
async function announceAll(url: string, dataDir: string, hook: string, messages: number) {
  const { db, sql, close } = await openAppDatabase(dataDir)
  try {
    const { agent, post } = await createSignedInAgent({ url, db })
    const { status, text } = await post('createWebhook', { url: hook, name: '', types: ['lead.updated'] })
    if (status !== 200) throw new Error(`The webhook was answered with ${status}: ${text}`)
    for (let number = 0; number < messages; number++) {
      const objectId = `lead_${String(number % LEADS).padStart(16, '0')}`
      await announce(db, { agencyId: agent.agencyId, type: 'lead.updated', objectId, data: { number } })
    }
    const stored = await sql<{ id: string }>`select id from webhook_message`
    return new Set(stored.map(({ id }) => id))
  } finally {
    await close()
  }
}

/** Messages whose first arrival is after that of a later one about the same lead. */
function countOutOfOrder(received: Awaited<ReturnType<typeof startWebhookReceiver>>['received']) {
  const firsts = new Map(received.toReversed().map((message) => [message.id, message]))
  const inOrder = received.filter((message) => firsts.get(message.id) === message)
  const latest = new Map<unknown, number>()
  return inOrder.filter(({ body: { data } }) => {
    const number = Number(data.number)
    const isLate = number < (latest.get(data.url) ?? -1)
    if (!isLate) latest.set(data.url, number)
    return isLate
  }).length
}

async function untilNothingWaits(dataDir: string, timeoutMs: number) {
  const { sql, close } = await openAppDatabase(dataDir)
  await eventually(async () => {
    const waiting = await sql`select id from webhook_delivery where "nextAttemptAt" is not null limit 1`
    return waiting.length === 0
  }, timeoutMs).finally(close)
}
