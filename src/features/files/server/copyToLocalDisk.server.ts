import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { withTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { ByteRange, Storage } from '#platform/storage/storage.ts'

const EDGE_BYTES = 2 * 1024 * 1024

/** Copies the whole file to the local disk. Returns the SHA-256 of what was read. */
export async function copyWholeFileToDisk(storage: Storage, key: string, size: number, path: string) {
  const hash = createHash('sha256')
  await copyRanges(storage, key, size, path, [{ start: 0, end: size - 1 }], (chunk) => hash.update(chunk))
  return hash.digest('hex')
}

/** Copies only the beginning and the end, at their offsets: enough to recognise most file types. */
export async function copyFileEdgesToDisk(storage: Storage, key: string, size: number, path: string) {
  const ranges = [
    { start: 0, end: EDGE_BYTES - 1 },
    { start: size - EDGE_BYTES, end: size - 1 },
  ]
  await copyRanges(storage, key, size, path, size <= 2 * EDGE_BYTES ? [{ start: 0, end: size - 1 }] : ranges)
}

async function copyRanges(
  storage: Storage,
  key: string,
  size: number,
  path: string,
  ranges: ByteRange[],
  onChunk?: (chunk: Buffer) => void,
) {
  const copy = await open(path, 'w', 0o600)
  try {
    await copy.truncate(size)
    for (const range of ranges) {
      let position = range.start
      for await (const chunk of await storage.read(key, range)) {
        await copy.write(chunk, 0, chunk.length, position)
        onChunk?.(chunk)
        position += chunk.length
      }
    }
  } finally {
    await copy.close()
  }
}

/** Readers turn pages one after another: a document is copied from the storage once for all of them. */
const KEEP_MS = 60_000
const MAX_KEPT_BYTES = 1_000_000_000

interface LocalCopy {
  path: Promise<string>
  size: number
  users: number
  release: () => void
  timer?: NodeJS.Timeout
}

const copies = new Map<string, LocalCopy>()

interface StoredFile {
  path: string
  size: number
}

/** Runs a task with a copy of a stored file on the local disk. */
export async function withLocalCopy<Result>(
  services: Pick<Services, 'storage' | 'env'>,
  stored: StoredFile,
  task: (path: string) => Promise<Result>,
) {
  // Two installations in one process, as in tests, share no copies.
  const name = `${services.env.DATA_DIR} ${stored.path}`
  const copy = copies.get(name) ?? makeCopy(services, stored, name)
  clearTimeout(copy.timer)
  copy.users++
  try {
    return await task(await copy.path)
  } finally {
    copy.users--
    if (copy.users === 0) copy.timer = setTimeout(copy.release, isFull() ? 0 : KEEP_MS).unref()
  }
}

const isFull = () => [...copies.values()].reduce((total, { size }) => total + size, 0) > MAX_KEPT_BYTES

function makeCopy({ storage, env }: Pick<Services, 'storage' | 'env'>, { path, size }: StoredFile, name: string) {
  const copied = Promise.withResolvers<string>()
  const released = Promise.withResolvers<void>()
  const copy: LocalCopy = { path: copied.promise, size, users: 0, release: released.resolve }
  copies.set(name, copy)
  const keep = async (folder: string) => {
    const target = join(folder, 'original')
    await copyWholeFileToDisk(storage, path, size, target)
    copied.resolve(target)
    await released.promise
    copies.delete(name)
  }
  withTemporaryFolder(env.DATA_DIR, keep).catch((error) => {
    copies.delete(name)
    copied.reject(error)
  })
  return copy
}
