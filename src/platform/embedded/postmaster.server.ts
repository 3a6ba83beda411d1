import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.server.ts'
import { isProcessAlive } from './isAlive.server.ts'

const START_TIMEOUT_MS = 60_000
const RELAUNCH_PAUSE_MS = 250
const FAST_STOP_TIMEOUT_MS = 8_000
const MAX_LOG_BYTES = 10_000_000

/** The process id of the server that runs on this folder, whoever started it. */
export function runningPid(cluster: Cluster): number | undefined {
  const pid = Number(pidFile(cluster)[0])
  return pid > 0 && isProcessAlive(pid) ? pid : undefined
}

/** Starts the server, or takes over one that an earlier process left behind; answers its process id. */
export async function ensureRunning(cluster: Cluster, logFile: string): Promise<number> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let child: ChildProcess | undefined
  let launchAt = 0
  while (Date.now() < deadline) {
    const pid = runningPid(cluster)
    if (pid && isReady(cluster) && (await acceptsConnections(cluster))) return pid
    // After a crash the first launches may find old memory still in use, or give way to another start's server.
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

export async function stopServer(cluster: Cluster) {
  const pid = runningPid(cluster)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + FAST_STOP_TIMEOUT_MS
  while (isProcessAlive(pid) && Date.now() < deadline) await delay(20)
  if (isProcessAlive(pid)) process.kill(pid, 'SIGQUIT')
}

/** In a session of its own, so that Ctrl-C reaches only the application, which then stops it in order. */
function launch({ folder, socketFolder, binaries, account }: Cluster, logFile: string) {
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.old`)
  const log = openSync(logFile, 'a', 0o600)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    cluster_name: 'property-files',
    max_connections: '120',
    // Statements and the details of errors hold what people wrote.
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

/** What the file says may be older than the last crash; an open socket is not. */
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
