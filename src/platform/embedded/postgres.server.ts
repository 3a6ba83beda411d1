import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { connectionOptions } from '#db/connection.server.ts'
import { type Cluster, prepareCluster } from './cluster.server.ts'
import { ensureRunning, runningPid, stopServer } from './postmaster.server.ts'

const DATABASE = 'property_files'
const OWNER_LOCK = 7_250_001
const NAME = 'property-files owner'

export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

/**
 * The real PostgreSQL, in DATA_DIR, on a unix socket. One application owns a folder at a time: it holds an advisory
 * lock for as long as it lives, so a killed owner leaves nothing stale and a second start can name the first.
 */
export async function startEmbeddedPostgres(dataDir: string, onTrouble: (what: string, error?: unknown) => void) {
  const cluster = await prepareCluster(dataDir)
  const logFile = join(dataDir, 'postgres.log')
  let stopping = false
  let owner: postgres.Sql

  const own = async () => {
    await ensureRunning(cluster, logFile)
    owner = await becomeOwner(cluster, () => {
      if (!stopping) void recover()
    })
  }
  const recover = async () => {
    onTrouble('The embedded PostgreSQL stopped; starting it again.')
    while (!stopping) {
      try {
        return await own()
      } catch (error) {
        onTrouble('The embedded PostgreSQL hasn’t restarted yet.', error)
        await delay(500)
      }
    }
  }

  await own()
  return {
    url: cluster.url(DATABASE),
    async stop() {
      stopping = true
      await stopServer(cluster)
      await owner.end({ timeout: 0 })
    },
  } satisfies EmbeddedPostgres
}

/** For a second process, such as a worker: uses the server that the application runs, and owns nothing. */
export async function attachEmbeddedPostgres(dataDir: string) {
  const cluster = await prepareCluster(dataDir)
  if (!runningPid(cluster))
    throw new Error(`No database is running in ${dataDir}. Start the application first, or set DATABASE_URL.`)
  return cluster.url(DATABASE)
}

async function becomeOwner(cluster: Cluster, onLost: () => void) {
  let owned = false
  const sql = postgres({
    ...connectionOptions(cluster.url('postgres')),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: `${NAME} ${process.pid}` },
    onclose: () => owned && onLost(),
  })
  const [lock] = await sql`select pg_try_advisory_lock(${OWNER_LOCK}) as mine`
  owned = lock?.mine === true
  if (!owned) {
    const [other] = await sql`select application_name from pg_stat_activity where application_name like ${`${NAME} %`}
      and pid <> pg_backend_pid()`
    await sql.end()
    const pid = other?.application_name.slice(NAME.length + 1) ?? 'unknown'
    throw new InUse(`The data folder is already in use by process ${pid}. Stop it first, or set another DATA_DIR.`)
  }
  const [found] = await sql`select 1 from pg_database where datname = ${DATABASE}`
  if (!found) await sql.unsafe(`create database ${DATABASE}`)
  return sql
}

export class InUse extends Error {
  override name = 'InUse'
}
