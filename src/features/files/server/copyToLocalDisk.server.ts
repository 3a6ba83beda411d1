import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
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
