import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Account, canEnterFolder, chooseAccount } from './account.server.ts'
import { findBinaries, makeSharedHome, SHARED_HOME } from './binaries.server.ts'

/** A database folder that exists and is ready to be started. */
export interface Cluster {
  folder: string
  socketFolder: string
  binaries: string
  account: Account
  url: (database: string) => string
}

export const DATABASE_USER = 'property_files'
const MAX_SOCKET_PATH_BYTES = 100

export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const link = join(resolve(dataDir), 'postgres')
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const account = chooseAccount(link)
  const binaries = await findBinaries(account)
  if (!existsSync(link)) initialise(link, binaries, account)
  const folder = realpathSync(link)
  const socketFolder = prepareSocketFolder(folder, account)
  const url = (database: string) =>
    `postgres:///${database}?host=${encodeURIComponent(socketFolder)}&user=${DATABASE_USER}`
  return { folder, socketFolder, binaries, account, url }
}

/** Made beside its final place and moved there whole, so that an interrupted start leaves nothing half done. */
function initialise(link: string, binaries: string, account: Account) {
  const reachable = canEnterFolder(account, join(link, '..'))
  const home = reachable ? link : join(SHARED_HOME, randomUUID())
  if (!reachable) makeSharedHome()
  const draft = `${home}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (account) chownSync(draft, account.uid, account.gid)
  const { status, stderr } = spawnSync(
    join(binaries, 'initdb'),
    [
      ...['-D', draft, '-U', DATABASE_USER, '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--locale=C', '--auth-local=trust', '--auth-host=reject', '--no-instructions'],
    ],
    { ...account, cwd: '/', encoding: 'utf8' },
  )
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not create its folder: ${stderr}`)
  }
  // Losing this race to another start is fine: theirs is used, and the owner check decides who may stay.
  ignoreExisting(() => renameSync(draft, home), draft)
  if (!reachable) ignoreExisting(() => symlinkSync(home, link), home)
}

function ignoreExisting(move: () => void, leftover: string) {
  try {
    move()
  } catch (error) {
    rmSync(leftover, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** The cluster's own folder, which only its account can enter; elsewhere if a socket's path would be too long. */
function prepareSocketFolder(folder: string, account: Account) {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH_BYTES) return folder
  const short = join('/tmp', `property-files-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  if (account) chownSync(short, account.uid, account.gid)
  const { uid } = lstatSync(short)
  if (uid !== (account?.uid ?? process.getuid?.())) throw new Error(`${short} belongs to somebody else.`)
  return short
}
