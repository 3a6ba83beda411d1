import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createSql, openConnection, type Sql } from '#db/connection.server.ts'
import { connectionOptions } from '#db/connectionUrl.server.ts'
import { isProcessAlive } from '../process/isProcessAlive.server.ts'
import { type Cluster, prepareCluster } from './postgresCluster.server.ts'

const DATABASE = 'property_files'
const OWNER_LOCK_ID = 7_250_001
const OWNER_NAME = 'property-files owner'

export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

/**
 * A real PostgreSQL server in DATA_DIR, on a unix socket. One application owns a folder at a time: it holds an advisory
 * lock while it runs, so a killed owner leaves no stale lock and a second start can name the first.
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

/** For a second process, such as a worker: uses the server that the application has started. */
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
    const sql = createSql(client)
    const [lock] = await sql<{ isMine: boolean }>`select pg_try_advisory_lock(${OWNER_LOCK_ID}) as "isMine"`
    if (!lock?.isMine) throw new DatabaseInUseError(inUseBy(await findOwner(sql)))
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

export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError'
}

const START_TIMEOUT_MS = 60_000
const RELAUNCH_PAUSE_MS = 250
const FAST_STOP_TIMEOUT_MS = 8_000
const MAX_LOG_BYTES = 10_000_000

/** The process id of the server that runs on this folder. */
function runningPid(cluster: Cluster): number | undefined {
  const pid = Number(pidFile(cluster)[0])
  return pid > 0 && isProcessAlive(pid) ? pid : undefined
}

/** Starts the server, or takes over one that an earlier process left behind. Returns its process id. */
async function ensureRunning(cluster: Cluster, logFile: string): Promise<number> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let child: ChildProcess | undefined
  let launchAt = 0
  while (Date.now() < deadline) {
    const pid = runningPid(cluster)
    if (pid && isReady(cluster) && (await acceptsConnections(cluster))) return pid
    // After a crash, shared memory may still be in use, or another start may be first.
    if (!pid && (!child || child.exitCode !== null) && Date.now() >= launchAt) {
      child = launch(cluster, logFile)
      launchAt = Date.now() + RELAUNCH_PAUSE_MS
    }
    await delay(25)
  }
  throw new Error(
    `PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} s. Its last log lines:\n${lastLogLines(logFile)}`,
  )
}

async function stopServer(cluster: Cluster) {
  const pid = runningPid(cluster)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + FAST_STOP_TIMEOUT_MS
  while (isProcessAlive(pid) && Date.now() < deadline) await delay(20)
  if (isProcessAlive(pid)) process.kill(pid, 'SIGQUIT')
}

/** Detached, so that Ctrl-C reaches only the application, which then stops the server in order. */
function launch({ folder, socketFolder, binaries, account }: Cluster, logFile: string) {
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    cluster_name: 'property-files',
    max_connections: '120',
    // Statements and error details contain personal data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'postgres'), ['-D', folder, ...flags], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.on('error', () => {})
  child.unref()
  closeSync(log)
  return child
}

/** The pid file may be stale after a crash; an open socket is not. */
const acceptsConnections = ({ socketFolder }: Cluster) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(join(socketFolder, '.s.PGSQL.5432'))
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const isReady = (cluster: Cluster) => pidFile(cluster)[7]?.trim() === 'ready'

function pidFile(cluster: Cluster): string[] {
  try {
    return readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

const lastLogLines = (logFile: string) => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-10).join('\n')
