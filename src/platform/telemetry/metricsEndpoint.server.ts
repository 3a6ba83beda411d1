import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import type { Database } from '#db/client.server.ts'
import { withRequestContext } from '../http/handleRequest.server.ts'
import type { Services } from '../services.server.ts'
import { meters } from './metrics.server.ts'
import { sumMetrics } from './sumMetrics.server.ts'

const METRICS_PATH = '/metrics'
const { registry, databaseRegistry } = meters

/** Metrics of memory, garbage collection and the event loop cost a little, so they are collected only if METRICS_TOKEN is set. */
export function collectProcessMetrics({ METRICS_TOKEN }: Services['env']) {
  if (METRICS_TOKEN && !registry.getSingleMetric('process_resident_memory_bytes'))
    collectDefaultMetrics({ register: registry })
}

/** Responds to `GET /metrics` with the right token. Without it, the path does not exist. */
export function respondToScrape(services: Services, request: Request): Promise<Response> | undefined {
  const { METRICS_TOKEN } = services.env
  if (!METRICS_TOKEN || request.method !== 'GET' || !request.url.endsWith(METRICS_PATH)) return undefined
  if (new URL(request.url).pathname !== METRICS_PATH) return undefined
  if (!isBearer(request.headers.get('authorization') ?? '', METRICS_TOKEN)) return undefined
  return withRequestContext(services, request, async () => {
    return new Response(await writeMetrics(services), { headers: { 'content-type': registry.contentType } })
  })
}

/** A worker has no HTTP server, so its metrics have their own port, unless the web processes beside it include them. */
export async function startMetricsServer(services: Services) {
  const { METRICS_TOKEN, METRICS_PORT, HOST } = services.env
  if (!METRICS_TOKEN || !METRICS_PORT || services.primary) return async () => {}
  const server = createServer(async (request, response) => {
    const isAsked = request.method === 'GET' && request.url === METRICS_PATH
    if (!isAsked || !isBearer(request.headers.authorization ?? '', METRICS_TOKEN)) return response.writeHead(404).end()
    response.setHeader('content-type', registry.contentType)
    response.end(await writeMetrics(services))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(METRICS_PORT, HOST, resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** One of several processes answers for all of them. The database is read once, by the process that was asked. */
async function writeMetrics({ database, primary }: Services) {
  await readDatabaseMeters(database)
  const counted = primary ? sumMetrics(await primary.ask('collectMetrics', undefined)) : registry
  return (await counted.metrics()) + (await databaseRegistry.metrics())
}

/** In constant time, whatever the token's length. */
const isBearer = (header: string, token: string) => timingSafeEqual(hash(header), hash(`Bearer ${token}`))
const hash = (text: string) => createHash('sha256').update(text).digest()

const READ_TIMEOUT_MS = 2_000
/** Simultaneous scrapes share one reading. */
const CACHE_MS = 5_000

let latest: { reading: Promise<void>; at: number } | undefined

/** Reads queue and connection counts. If the database is down, the metrics say so. */
function readDatabaseMeters({ sql }: Pick<Database, 'sql'>) {
  if (latest && Date.now() - latest.at < CACHE_MS) return latest.reading
  latest = { reading: updateDatabaseMeters(sql), at: Date.now() }
  return latest.reading
}

async function updateDatabaseMeters(sql: Database['sql']) {
  const started = performance.now()
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, READ_TIMEOUT_MS, undefined).unref())
  const found = await Promise.race([queryDatabase(sql).catch(() => undefined), timeout])
  meters.jobs.reset()
  meters.oldestJob.reset()
  meters.connections.reset()
  meters.databaseUp.set(found ? 1 : 0)
  meters.databaseAnswer.set((performance.now() - started) / 1000)
  if (!found) return
  for (const { queue, state, count } of found.jobs) meters.jobs.set({ queue, state }, count)
  for (const { queue, due } of found.jobs) if (due !== null) meters.oldestJob.set({ queue }, due)
  for (const { state, count } of found.connections) meters.connections.set({ state }, count)
}

async function queryDatabase(sql: Database['sql']) {
  const jobs = await sql<{ queue: string; state: string; count: number; due: number | null }>`
    select name as queue, case state when 'created' then 'waiting' else state::text end as state, count(*)::int as count,
      extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as due
    from pgboss.job where state <> 'completed' group by name, state`
  const connections = await sql<{ state: string; count: number }>`
    select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = current_setting('application_name') group by state`
  return { jobs, connections }
}
