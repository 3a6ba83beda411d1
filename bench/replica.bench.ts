import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../src/db/client.server.ts'
import type { Sql } from '../src/db/connection.server.ts'
import { eventually } from '../test/support/eventually.ts'
import { onSeparateConnection } from '../test/support/separateConnection.ts'
import { startPostgresPair } from '../test/support/servers/replicatedPostgres.ts'
import { median, report } from './support/report.ts'

/**
 * What reading lists and analytics from a standby would save, and what it would cost: the time that they take at most, from the last `agency`, as a part of
 * a working day of that office; and how old what a synchronous standby shows is, right after a change was acknowledged.
 */
const TRIES = 300
/** An agent who works with the portal all day. Each opens more lists than anyone does. */
const LISTS_PER_AGENT = 60
const ANALYTICS_PER_AGENT = 10
const WORKING_DAY_SECONDS = 8 * 3600
/** How long a standby may put off changes for a report that is being read there. PostgreSQL's default is 30 seconds. */
const REPORT_SECONDS = 5

const pair = await startPostgresPair()
const primary = openDatabase(pair.primaryUrl, { max: 2 })
const standby = openDatabase(pair.standbyUrl, { max: 2 })
try {
  await primary.sql`create table thing (id int primary key, at timestamptz not null default now())`
  await eventually(async () => (await standby.sql`select from thing`).length === 0)
  const fresh = await measureFreshness(primary.sql, standby.sql)
  report('replica', {
    ...shareOfReads(),
    tries: TRIES,
    ...fresh,
    delayedByReportSeconds: await measureReport(),
    reportSeconds: REPORT_SECONDS,
    loadAverage: Math.round(loadavg()[0] ?? 0),
  })
} finally {
  await primary.close()
  await standby.close()
  await pair.stop()
}

/** All of its time over HTTP counts as the database's, at the 95th percentile of the owner, who sees everything. */
function shareOfReads() {
  const file = join(import.meta.dirname, 'results/agency.json')
  const { p95Ms, ratios, agents, events } = JSON.parse(readFileSync(file, 'utf8'))
  const ownersMs = (labels: string[]) => labels.map((label): number => p95Ms[label].owner)
  const sum = (times: number[]) => times.reduce((all, each) => all + each, 0)
  const listMs = ownersMs(Object.keys(ratios))
  // Every panel of the page, each asked once.
  const analyticsMs = sum(ownersMs(Object.keys(p95Ms).filter((label) => /^fetch\w+, 30d$/.test(label))))
  const perDay = (agents * (LISTS_PER_AGENT * (sum(listMs) / listMs.length) + ANALYTICS_PER_AGENT * analyticsMs)) / 1000
  return {
    agents,
    events,
    listP95Ms: round(sum(listMs) / listMs.length),
    analyticsPageP95Ms: round(analyticsMs),
    readSecondsPerDayAtMost: Math.round(perDay),
    shareOfOneCoreAtMost: round(perDay / WORKING_DAY_SECONDS),
  }
}

/** A change, then the list with it: on the primary and on the standby in turn. */
async function measureFreshness(onPrimary: Sql, onStandby: Sql) {
  const readMs = { primary: [] as number[], standby: [] as number[] }
  const untilVisibleMs: number[] = []
  let missed = 0
  for (let id = 1; id <= TRIES; id++) {
    await onPrimary`insert into thing (id) values (${id})`
    const acknowledgedAt = performance.now()
    const seen = await timed(readMs.standby, () => onStandby`select from thing where id = ${id}`)
    if (seen.length === 0) missed += 1
    while ((await onStandby`select from thing where id = ${id}`).length === 0) await pause(1)
    untilVisibleMs.push(performance.now() - acknowledgedAt)
    await timed(readMs.primary, () => onPrimary`select from thing where id = ${id}`)
  }
  const sorted = untilVisibleMs.toSorted((a, b) => a - b)
  return {
    missedOwnChange: round(missed / TRIES),
    untilVisibleMedianMs: round(median(sorted)),
    untilVisibleP99Ms: round(sorted[Math.floor(TRIES * 0.99)] ?? 0),
    readMedianMs: { primary: round(median(readMs.primary)), standby: round(median(readMs.standby)) },
  }
}

/** A report is read on the standby while the primary tidies up what the report still sees. How long does the standby show nothing new? */
async function measureReport() {
  await onSeparateConnection(pair.standbyUrl, async (sql) => {
    await sql.raw(`alter system set max_standby_streaming_delay = '${REPORT_SECONDS}s'`)
    await sql`select pg_reload_conf()`
  })
  let isReading = false
  const reading = onSeparateConnection(pair.standbyUrl, async (sql) => {
    await sql`begin isolation level repeatable read`
    await sql`select count(*) from thing`
    isReading = true
    await sql`select pg_sleep(${REPORT_SECONDS * 3})`
  }).catch(() => undefined)
  await eventually(() => isReading)
  await onSeparateConnection(pair.primaryUrl, async (sql) => {
    await sql`delete from thing`
    await sql`vacuum thing`
  })
  await primary.sql`insert into thing (id) values (0)`
  const since = performance.now()
  await eventually(async () => (await standby.sql`select from thing where id = 0`).length === 1)
  const delayed = (performance.now() - since) / 1000
  await reading
  return round(delayed)
}

async function timed<Result>(into: number[], work: () => Promise<Result>) {
  const since = performance.now()
  const result = await work()
  into.push(performance.now() - since)
  return result
}

function round(value: number) {
  return Math.round(value * 100) / 100
}
