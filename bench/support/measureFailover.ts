import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '../../src/db/client.server.ts'
import { createSignedInAgent } from '../../test/fixtures/agents.ts'
import { eventually } from '../../test/support/eventually.ts'
import { freePort, startBuiltApp } from '../../test/support/processes/app.ts'
import { startPostgresPair } from '../../test/support/servers/replicatedPostgres.ts'
import { startWebhookReceiver } from '../../test/support/servers/webhookReceiver.ts'
import { type Acknowledged, KINDS, type Kind, startLoad } from './failoverLoad.ts'
import { median } from './report.ts'

const APP_SECRET = 'bench-secret-bench-secret-bench-secret'
/** The primary is killed at a moment that nobody chose. */
const [MIN_CALM_MS, MAX_CALM_MS] = [1_500, 4_000]
const TIMEOUT_MS = 180_000

/**
 * Is anything lost that was acknowledged when a primary is killed under load and its synchronous standby is promoted, again and again? The
 * killed server is made again each time and follows the other.
 */
export async function measureFailover({ rounds }: { rounds: number }) {
  const began = performance.now()
  const pair = await startPostgresPair()
  const receiver = await startWebhookReceiver()
  const port = String(await freePort())
  const app = await startBuiltApp({
    ...{ PORT: port, APP_URL: `http://localhost:${port}`, APP_SECRET, DATABASE_URL: pair.url },
    ...{ TRUSTED_PROXIES: '127.0.0.1', INTERNAL_TEST_ORIGINS: receiver.origin },
  })
  const database = openDatabase(pair.url)
  try {
    const { agent, post } = await createSignedInAgent({ url: app.url, db: database.db })
    const hook = await post('createWebhook', { url: receiver.url, name: '', types: ['lead.created'] })
    if (hook.status !== 200) throw new Error(`The webhook was answered with ${hook.status}: ${hook.text}`)
    const load = await startLoad({ url: app.url, secret: APP_SECRET, database, agent })
    const outages: Record<Kind, number>[] = []
    const promotions: number[] = []
    for (let round = 1; round <= rounds; round++) {
      await pair.followed()
      await Promise.race([pause(randomInt(MIN_CALM_MS, MAX_CALM_MS)), load.failed])
      const killedAt = performance.now()
      await pair.killPrimary()
      await pair.promoteStandby()
      promotions.push(performance.now() - killedAt)
      await eventually(() => KINDS.every((kind) => firstAfter(load.acknowledged, kind, killedAt)), TIMEOUT_MS)
      outages.push(outageOf(load.acknowledged, killedAt))
      console.log(round, 'of', rounds, { acknowledged: load.acknowledged.length, seconds: outages.at(-1) })
    }
    await load.stop()

    const kept = await readKept(database)
    const lost: Record<Kind | 'webhook', number> = { ...countLost(load.acknowledged, kept), webhook: 0 }
    const leads = await readLeadIds(database, keysOf(load.acknowledged, 'lead'))
    const untold = () => {
      const told = new Set(receiver.received.map(({ body: { data } }) => data.leadId))
      return leads.filter((id) => !told.has(id))
    }
    await eventually(() => untold().length === 0, TIMEOUT_MS).catch(() => undefined)
    lost.webhook = untold().length
    const count = (kind: Kind) => keysOf(load.acknowledged, kind).length
    return {
      rounds,
      acknowledged: load.acknowledged.length,
      lost: Object.values(lost).reduce((sum, each) => sum + each),
      longestOutageSeconds: seconds(Math.max(...outages.flatMap((outage) => Object.values(outage)))),
      medianOutageSeconds: seconds(median(outages.map((outage) => Math.max(...Object.values(outage))))),
      longestPromotionSeconds: seconds(Math.max(...promotions)),
      leads: { acknowledged: count('lead'), lost: lost.lead, twice: twice(kept.lead) },
      uploads: { acknowledged: count('upload'), lost: lost.upload },
      messages: { acknowledged: count('message'), lost: lost.message, twice: twice(kept.message) },
      webhooks: { acknowledged: leads.length, lost: lost.webhook },
      loadAverage: Math.round(loadavg()[0] ?? 0),
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await app.stop('SIGKILL')
    await database.close()
    await receiver.stop()
    await pair.stop()
  }
}

const seconds = (ms: number) => Math.round(ms) / 1000
const keysOf = (acknowledged: Acknowledged[], wanted: Kind) =>
  acknowledged.filter(({ kind }) => kind === wanted).map(({ key }) => key)

const firstAfter = (acknowledged: Acknowledged[], wanted: Kind, since: number) =>
  acknowledged.find(({ kind, at }) => kind === wanted && at > since)

/** The longest time in which nothing of a kind was acknowledged, from the last answer before the kill. */
function outageOf(acknowledged: Acknowledged[], killedAt: number) {
  const outage = (kind: Kind) => {
    const before = acknowledged.findLast((one) => one.kind === kind && one.at <= killedAt)?.at ?? killedAt
    return (firstAfter(acknowledged, kind, killedAt)?.at ?? Number.POSITIVE_INFINITY) - before
  }
  return { lead: outage('lead'), upload: outage('upload'), message: outage('message') }
}

/** What is stored now, by the keys that were acknowledged. */
async function readKept({ sql }: Database): Promise<Record<Kind, string[]>> {
  const read = async (rows: Promise<{ key: string }[]>) => (await rows).map(({ key }) => key)
  return {
    lead: await read(sql<{ key: string }>`select email as key from lead where source = 'form'`),
    upload: await read(sql<{ key: string }>`select id as key from file `),
    message: await read(sql<{ key: string }>`select "creationKey" as key from buyer_message`),
  }
}

function countLost(acknowledged: Acknowledged[], kept: Record<Kind, string[]>) {
  const lost = (kind: Kind) => {
    const there = new Set(kept[kind])
    return keysOf(acknowledged, kind).filter((key) => !there.has(key)).length
  }
  return { lead: lost('lead'), upload: lost('upload'), message: lost('message') }
}

const twice = (keys: string[]) => keys.length - new Set(keys).size

async function readLeadIds({ sql }: Database, emails: string[]) {
  const rows = await sql<{ id: string }>`select id from lead where email = any(${emails})`
  return rows.map(({ id }) => id)
}
