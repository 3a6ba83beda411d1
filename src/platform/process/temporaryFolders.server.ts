import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const HOST = hostname().replaceAll(/[^\w-]/g, '_')
/** For folders of other machines or containers, whose processes cannot be checked. */
const MAX_AGE_MS = 24 * 3600 * 1000

/** Several processes share `DATA_DIR`, so each has its own folder: `tmp/HOST.PID.RANDOM`. */
const OWN_NAME = `${HOST}.${process.pid}.${randomBytes(6).toString('hex')}`

const ownFolder = (dataDir: string) => join(dataDir, 'tmp', OWN_NAME)

/** A folder for one task, in DATA_DIR and not in the system's temporary folder, which may be small or in memory. */
export async function withTemporaryFolder<T>(dataDir: string, task: (folder: string) => Promise<T>) {
  await mkdir(ownFolder(dataDir), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(ownFolder(dataDir), 'task-'))
  try {
    return await task(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const removeOwnTemporaryFolder = (dataDir: string) => rm(ownFolder(dataDir), { recursive: true, force: true })

/** Deletes the folders of killed processes. */
export async function removeAbandonedTemporaryFolders(dataDir: string) {
  const root = join(dataDir, 'tmp')
  await mkdir(root, { recursive: true, mode: 0o700 })
  for (const name of await readdir(root))
    if (name !== OWN_NAME && (await isAbandoned(join(root, name), name)))
      await rm(join(root, name), { recursive: true, force: true })
}

async function isAbandoned(path: string, name: string) {
  const [host, pid] = name.split('.')
  // The same process id is a previous start: in a container every start has the same id.
  if (host === HOST && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > MAX_AGE_MS
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
