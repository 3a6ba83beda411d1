import { randomBytes } from 'node:crypto'
import { constants, mkdirSync, realpathSync } from 'node:fs'
import { link, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getDefaultHighWaterMark, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange, UnfinishedUpload } from '../storage.ts'
import { isStorageKey, requireStorageKey } from '../storageKeys.server.ts'

/** The content at a path: one file, or a folder of parts in the order of their names. */
export interface DiskFile {
  size: number
  modifiedAt: Date
  pieces: Piece[]
}

interface Piece {
  path: string
  size: number
}

/** Symbolic links are not followed, neither to a file nor to its folder, so that a planted link cannot expose other files. */
export async function findDiskFile(path: string): Promise<DiskFile | undefined> {
  try {
    const [found, folder] = await Promise.all([lstat(path), realpath(dirname(path))])
    if (folder !== dirname(path)) return undefined
    const pieces = found.isDirectory() ? await listPieces(path) : found.isFile() ? [{ path, size: found.size }] : []
    if (pieces.length === 0) return undefined
    return { pieces, size: pieces.reduce((sum, { size }) => sum + size, 0), modifiedAt: found.mtime }
  } catch (error) {
    if (isMissingFileError(error)) return undefined
    throw error
  }
}

export async function listPieces(folder: string): Promise<Piece[]> {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, size: (await lstat(path)).size }
    }),
  )
}

/** Each stalled reader holds one buffer of Node's default size, 64 kB. */
export async function readDiskFile({ pieces }: DiskFile, range: ByteRange = { start: 0, end: Infinity }) {
  const cut = cutPieces(pieces, range)
  const [only, ...more] = cut
  if (!only) return Readable.from([])
  return more.length === 0
    ? openPieceStream(only)
    : Readable.from(readPieces(cut), { objectMode: false, highWaterMark: getDefaultHighWaterMark(false) })
}

type CutPiece = Piece & ByteRange

/** The part of each piece that belongs to a range of the whole file. */
export function cutPieces(pieces: Piece[], { start, end }: ByteRange): CutPiece[] {
  let offset = 0
  return pieces.flatMap((piece) => {
    const [first, last] = [Math.max(start - offset, 0), Math.min(end - offset, piece.size - 1)]
    offset += piece.size
    return first <= last ? [{ ...piece, start: first, end: last }] : []
  })
}

export const openPiece = ({ path }: Piece) => open(path, constants.O_RDONLY | constants.O_NOFOLLOW)

async function* readPieces(pieces: CutPiece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield* await openPieceStream(piece)
}

async function openPieceStream(piece: CutPiece) {
  const { start, end } = piece
  return (await openPiece(piece)).createReadStream({ start, end })
}

/** Also for a path through a link (ELOOP) or through a file (ENOTDIR). */
export const isMissingFileError = (error: unknown) => hasCode(error, ['ENOENT', 'ENOTDIR', 'ELOOP'])
const isTaken = (error: unknown) => hasCode(error, ['EEXIST', 'ENOTEMPTY'])

const hasCode = (error: unknown, codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

type Content = Uint8Array | AsyncIterable<Uint8Array>

/**
 * A file gets its name only when all of it is on disk, so that a crash leaves the whole file or none. A draft that
 * could not be completed is removed; one that a crash left behind is found by its folder. The file is open before the
 * content is read: a stream that fails while it opens its file could create it after it was removed.
 */
export async function writeDraft(draft: string, content: Content) {
  const handle = await open(draft, 'wx', 0o600)
  try {
    await pipeline(content instanceof Uint8Array ? [content] : content, handle.createWriteStream({ flush: true }))
  } catch (error) {
    await rm(draft)
    throw error
  }
}

/** Gives a draft its name, unless that is taken. */
export async function commitNewFile(draft: string, path: string) {
  try {
    await publish(draft, path, link)
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** Gives a draft its name, replacing an existing file. */
export const commitReplacingFile = (draft: string, path: string) => publish(draft, path, rename)

async function publish(draft: string, path: string, giveName: typeof link | typeof rename) {
  try {
    await makeFolder(dirname(path))
    await giveName(draft, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
}

/** Turns a folder of parts into a file. Does nothing if the name is taken, because another process was faster. */
export async function commitPartsFolder(draft: string, path: string) {
  await makeFolder(dirname(path))
  try {
    await syncFolder(draft)
    await moveDurably(draft, path)
  } catch (error) {
    if (!isTaken(error) && !isMissingFileError(error)) throw error
  }
}

export async function moveDurably(from: string, to: string) {
  await rename(from, to)
  await syncFolder(dirname(to))
}

async function makeFolder(folder: string) {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await realpath(folder)) !== folder) throw new Error('A folder of the storage is a link.')
  if (!made) return
  for (let path = folder; path.length >= made.length; path = dirname(path)) await syncFolder(dirname(path))
}

/** A new name survives a crash only once its folder is synced too. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export type Layout = ReturnType<typeof createDiskLayout>

const UNFINISHED = '.unfinished'
const UNFINISHED_ID = /^[0-9a-f]{32}$/

/**
 * `documents/3f/3f0a…` is a stored file. `.unfinished/documents.3f.3f0a….<id>` may still become one: a file that is being
 * written, or a folder with the parts that have arrived. No key begins with a dot, so the two cannot be confused.
 */
export function createDiskLayout(folder: string) {
  mkdirSync(join(folder, UNFINISHED), { recursive: true, mode: 0o700 })
  const root = realpathSync(folder)
  const unfinished = join(root, UNFINISHED)
  return {
    root,
    unfinished,
    fileOf: (key: string) => join(root, requireStorageKey(key)),
    unfinishedOf: (key: string, id: string) =>
      join(unfinished, `${requireStorageKey(key).replaceAll('/', '.')}.${checkId(id)}`),
    parseUnfinished(name: string) {
      const cut = name.lastIndexOf('.')
      const [key, uploadId] = [name.slice(0, cut).replaceAll('.', '/'), name.slice(cut + 1)]
      return isStorageKey(key) && UNFINISHED_ID.test(uploadId) ? { key, uploadId } : undefined
    },
  }
}

export const newUnfinishedId = () => randomBytes(16).toString('hex')

export const partName = (number: number) => String(number).padStart(5, '0')

function checkId(id: string) {
  if (!UNFINISHED_ID.test(id)) throw new TypeError('That is not the id of an upload.')
  return id
}

/** Skips folders that cannot contain keys with this prefix. */
export async function* listKeys(root: string, prefix: string, path = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, path), { withFileTypes: true })
  const folders = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => path + name))
  for (const name of entries.map((entry) => path + entry.name).toSorted()) {
    if (isStorageKey(name)) {
      if (name.startsWith(prefix)) yield name
    } else if (folders.has(name) && name !== UNFINISHED && mayContain(`${name}/`, prefix))
      yield* listKeys(root, prefix, `${name}/`)
  }
}

const mayContain = (folder: string, prefix: string) => folder.startsWith(prefix) || prefix.startsWith(folder)

/** Unfinished uploads, and drafts whose writer was killed. */
export async function* listUnfinished({ unfinished, parseUnfinished }: Layout): AsyncGenerator<UnfinishedUpload> {
  for (const name of (await readdir(unfinished)).toSorted()) {
    const named = parseUnfinished(name)
    const found = named && (await lstat(join(unfinished, name)).catch(() => undefined))
    if (found) yield { ...named, modifiedAt: found.mtime }
  }
}
