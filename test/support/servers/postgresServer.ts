import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../../../src/db/connection.server.ts'
import { connectionOptions } from '../../../src/db/connectionUrl.server.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../processes/app.ts'

const USER = 'property_files'
const DATABASE = 'property_files'

/** A server of any version, such as an operator would run: over TCP. `binaries` is the folder with its programs. */
export async function startPostgresServer(binaries: string, parent: string) {
  const folder = join(parent, 'own-postgres')
  const port = await freePort()
  initialiseCluster(binaries, folder)
  const server = launchPostgres({ binaries, folder, port })
  await createProductDatabase(port)
  return {
    url: postgresUrl(port),
    async stop() {
      server.process.kill('SIGINT')
      await server.ended
    },
  }
}

export const postgresUrl = (port: number, database = DATABASE) => `postgres://${USER}@127.0.0.1:${port}/${database}`

export function initialiseCluster(binaries: string, folder: string) {
  mkdirSync(folder, { mode: 0o700 })
  const account = postgresAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  const initialised = spawnSync(
    join(binaries, 'initdb'),
    ['-D', folder, '-U', USER, '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync', '--no-instructions'],
    { ...account, cwd: '/', encoding: 'utf8' },
  )
  if (initialised.status !== 0) throw new Error(`initdb failed: ${initialised.stderr || initialised.error?.message}`)
}

interface Launch {
  binaries: string
  folder: string
  port: number
  settings?: Record<string, string>
}

export function launchPostgres({ binaries, folder, port, settings: own = {} }: Launch) {
  const settings = {
    ...{ listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', max_connections: '120' },
    // Nothing of a test has to survive a crash of the machine.
    ...{ fsync: 'off', log_error_verbosity: 'terse', log_min_error_statement: 'panic' },
    ...own,
  }
  const started = spawn(
    join(binaries, 'postgres'),
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...postgresAccount(), cwd: '/', stdio: 'ignore' },
  )
  return { process: started, ended: once(started, 'exit') }
}

/** As soon as the server accepts connections. */
export const createProductDatabase = (port: number) =>
  eventually(async () => {
    const client = await openConnection(connectionOptions(postgresUrl(port, 'postgres'))).catch(() => undefined)
    if (!client) return false
    await client.query(`create database ${DATABASE}`)
    await client.end()
    return true
  })

/** Where a connection to the server of this URL begins, for programs that speak its protocol themselves. */
export function socketOf(url: string) {
  const { host, port } = connectionOptions(url)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { port, host }
}

/** PostgreSQL refuses to run as root. */
function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and neither of the accounts "postgres" and "nobody" exists.')
}
