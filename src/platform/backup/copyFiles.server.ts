import { createHash } from 'node:crypto'
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Storage, StoredObject } from '../storage/storage.ts'
import { originalKey, requireStorageKey } from '../storage/storageKeys.server.ts'
import type { BackupKey } from './backupKey.server.ts'
import { BackupError } from './backupKey.server.ts'
import { REFERENCES_PART } from './dumpDatabase.server.ts'
import type { Manifest } from './manifest.server.ts'
import { readPart, type SealedPart, writePart } from './sealedParts.server.ts'

const INDEX_PART = 'files-index'
const FILES_AT_ONCE = 4
const READ_TRIES = 4
const RETRY_DELAY_MS = 500

export const IndexEntry = z.strictObject({ key: z.string(), size: z.number(), sha256: z.string() })
export type IndexEntry = z.infer<typeof IndexEntry>

/** A file was deleted after the snapshot was taken. Another snapshot doesn't name it any more. */
export class FileVanishedError extends Error {
  override name = 'FileVanishedError'
}

interface CopyOptions {
  storage: Storage
  folder: string
  key: BackupKey
  references: SealedPart
  /** Folders of earlier backups, whose copies are used again: a stored file never changes. */
  earlier: string[]
  /** Whether the database of now still names a file that is not there. */
  isStillNeeded: (path: string) => Promise<boolean>
  /** What can be made again, and is deleted soon anyway. */
  isTemporary: (key: string) => boolean
}

export const filePart = (key: string) => `files/${requireStorageKey(key)}`

/** Copies every file that the snapshot names, with the pictures made from it. Both lists are sorted, so neither is held in memory. */
export async function copyFiles(options: CopyOptions): Promise<Manifest['files']> {
  const { folder, key } = options
  const totals = { count: 0, bytes: 0, lost: [] as string[] }
  async function* index(): AsyncGenerator<Buffer> {
    for await (const entry of inOrder(wantedFiles(options, totals.lost), (object) => copyFile(options, object))) {
      if (!entry) continue
      totals.count += 1
      totals.bytes += entry.size
      yield Buffer.from(`${JSON.stringify(entry)}\n`)
    }
  }
  const part = await writePart(folder, key, INDEX_PART, index())
  return { ...totals, index: part }
}

export async function* readIndex(folder: string, key: BackupKey, { index }: Manifest['files']) {
  for await (const line of linesOf(readPart(folder, key, INDEX_PART, index))) yield IndexEntry.parse(JSON.parse(line))
}

interface WantedFile extends StoredObject {
  isNeeded: boolean
}

async function* wantedFiles(options: CopyOptions, lost: string[]): AsyncGenerator<WantedFile> {
  const { storage, folder, key, references, isTemporary } = options
  const named = linesOf(readPart(folder, key, REFERENCES_PART, references))
  let current = await nextReference(named)
  let wasFound = false
  const advance = async () => {
    if (current?.isNeeded && !wasFound) await noteMissing(options, current.path, lost)
    current = await nextReference(named)
    wasFound = false
  }
  for await (const object of storage.list()) {
    const original = originalKey(object.key)
    while (current && current.path < original) await advance()
    if (current?.path !== original || isTemporary(object.key)) continue
    wasFound ||= object.key === original
    yield { ...object, isNeeded: current.isNeeded && object.key === original }
  }
  while (current) await advance()
}

async function nextReference(lines: AsyncGenerator<string>) {
  const { value } = await lines.next()
  if (!value) return undefined
  const [path = '', isNeeded] = String(value).split('\t')
  return { path, isNeeded: isNeeded === 't' }
}

/** Deleted since the snapshot, or lost before: then the database still names it, and no backup can have it. */
async function noteMissing({ isStillNeeded }: CopyOptions, path: string, lost: string[]) {
  if (!(await isStillNeeded(path))) throw new FileVanishedError(path)
  lost.push(path)
}

const isGone = (error: unknown) => error instanceof AppError && error.status === 404

async function copyFile(options: CopyOptions, { key, isNeeded }: WantedFile): Promise<IndexEntry | undefined> {
  const { storage, folder, key: backupKey, earlier } = options
  const name = filePart(key)
  for (const from of [folder, ...earlier]) {
    const known = await useAgain(options, from, key)
    if (known) return known
  }
  for (let tries = 1; ; tries++)
    try {
      const hash = createHash('sha256')
      let size = 0
      async function* hashed(content: AsyncIterable<Buffer>) {
        for await (const bytes of content) {
          hash.update(bytes)
          size += bytes.length
          yield bytes
        }
      }
      await writePart(folder, backupKey, name, hashed(await storage.read(key)))
      return { key, size, sha256: hash.digest('hex') }
    } catch (error) {
      if (isGone(error)) {
        if (isNeeded) throw new FileVanishedError(key)
        return undefined
      }
      if (tries >= READ_TRIES) throw error
      await pause(RETRY_DELAY_MS * 2 ** tries)
    }
}

/** Reads the copy that is there already, and takes it if it is whole. Between backups it is linked, so that it takes no more space. */
async function useAgain({ folder, key: backupKey }: CopyOptions, from: string, key: string) {
  const name = filePart(key)
  const path = join(folder, name)
  if (from !== folder)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await link(join(from, name), path)
    } catch {
      // Not in it, or the file system has no links.
      return undefined
    }
  try {
    return { key, ...(await hashFile(folder, backupKey, key)) }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    await rm(path, { force: true })
    return undefined
  }
}

/** Reads a file of a backup to its end. */
export async function hashFile(folder: string, backupKey: BackupKey, key: string) {
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of readPart(folder, backupKey, filePart(key))) {
    hash.update(bytes)
    size += bytes.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Several at once, with the results in the order of the input. */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Awaited<Result>> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const started = work(item)
      // Awaited below, in its turn.
      started.catch(() => {})
      running.push(started)
      if (running.length >= FILES_AT_ONCE) yield await (running.shift() as Promise<Result>)
    }
    for (let next = running.shift(); next; next = running.shift()) yield await next
  } finally {
    await Promise.allSettled(running)
  }
}

/** Text lines of a stream, one at a time. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString()
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString()
}
