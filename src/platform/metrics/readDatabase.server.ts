import type { Database } from '#db/client.server.ts'
import { meters } from './meters.server.ts'

const READ_TIMEOUT_MS = 2_000
/** Several who scrape at once cause one look. */
const CACHE_MS = 5_000

let latest: { reading: Promise<void>; at: number } | undefined

/** Looks at the queues and the connections. A database that is away makes the figures say so, and nothing else. */
export function readDatabaseMeters({ sql }: Pick<Database, 'sql'>) {
  if (latest && Date.now() - latest.at < CACHE_MS) return latest.reading
  latest = { reading: updateDatabaseMeters(sql), at: Date.now() }
  return latest.reading
}

async function updateDatabaseMeters(sql: Database['sql']) {
  const started = performance.now()
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, READ_TIMEOUT_MS, undefined).unref())
  const found = await Promise.race([queryDatabase(sql).catch(() => undefined), patience])
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
