import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Open to other accounts, so that a PostgreSQL started by root keeps its data inside and leaves nothing elsewhere. */
export async function temporaryFolder(parent = tmpdir()) {
  const folder = await mkdtemp(join(parent, 'property-files-test-'))
  await chmod(folder, 0o755)
  return folder
}

const MEMORY = '/dev/shm'
/** Several times what all databases of a test run need at once. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

/**
 * For the files of a database, which are many: a disk's file system takes longer to create and delete them than the tests take to use
 * them. In memory where there is plenty, otherwise on the disk.
 */
export async function temporaryDatabaseFolder() {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  const hasRoom = Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES
  return temporaryFolder(hasRoom ? MEMORY : tmpdir())
}
