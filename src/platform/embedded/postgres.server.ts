import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { connectionOptions, openConnection, type Sql, sqlOn } from '#db/connection.server.ts'
import { type Cluster, prepareCluster } from './cluster.server.ts'
import { ensureRunning, runningPid, stopServer } from './postmaster.server.ts'

const DATABASE = 'property_files'
const OWNER_LOCK_ID = 7_250_001
const OWNER_NAME = 'property-files owner'

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
  let owner: pg.Client

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
      await owner.end()
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
  const client = await openConnection({
    ...connectionOptions(cluster.url('postgres')),
    application_name: `${OWNER_NAME} ${process.pid}`,
  })
  try {
    const sql = sqlOn(client)
    const [lock] = await sql<{ isMine: boolean }>`select pg_try_advisory_lock(${OWNER_LOCK_ID}) as "isMine"`
    if (!lock?.isMine) throw new InUse(inUseBy(await findOwner(sql)))
    const [found] = await sql`select from pg_database where datname = ${DATABASE}`
    if (!found) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    await client.end()
    throw error
  }
  client.once('end', onLost)
  return client
}

async function findOwner(sql: Sql) {
  const [owner] = await sql<{ name: string }>`select application_name as name from pg_stat_activity
    where application_name like ${`${OWNER_NAME} %`} and pid <> pg_backend_pid()`
  return owner?.name.slice(OWNER_NAME.length + 1) ?? 'unknown'
}

const inUseBy = (processId: string) =>
  `The data folder is already in use by process ${processId}. Stop it first, or set another DATA_DIR.`

export class InUse extends Error {
  override name = 'InUse'
}
