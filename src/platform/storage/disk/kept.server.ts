import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from '../storage.ts'

/** A reader who stalls holds one of these. Larger ones are hardly faster. */
export const CHUNK_BYTES = 64 * 1024

/** What lies at a path: one file, or a folder of parts in the order of their names. */
export interface StoredFile {
  size: number
  modifiedAt: Date
  pieces: Piece[]
}

interface Piece {
  path: string
  size: number
}

/** Links are not followed, neither to a file nor to its folder: whoever can plant one must not choose what we hand out. */
export async function findStoredFile(path: string): Promise<StoredFile | undefined> {
  try {
    const [found, folder] = await Promise.all([lstat(path), realpath(dirname(path))])
    if (folder !== dirname(path)) return undefined
    const pieces = found.isDirectory() ? await listPieces(path) : found.isFile() ? [{ path, size: found.size }] : []
    if (pieces.length === 0) return undefined
    return { pieces, size: pieces.reduce((sum, { size }) => sum + size, 0), modifiedAt: found.mtime }
  } catch (error) {
    if (isMissing(error)) return undefined
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

export async function readStoredFile({ pieces, size }: StoredFile, range: ByteRange = { start: 0, end: size - 1 }) {
  const cut = cutPieces(pieces, range)
  const [only, ...more] = cut
  if (!only) return Readable.from([])
  return more.length === 0
    ? openPieceStream(only)
    : Readable.from(readPieces(cut), { objectMode: false, highWaterMark: CHUNK_BYTES })
}

type CutPiece = Piece & ByteRange

/** What of each piece belongs to a range of the whole. */
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
  return (await openPiece(piece)).createReadStream({ start, end, highWaterMark: CHUNK_BYTES })
}

/** A path through a link (ELOOP) or through a file (ENOTDIR) leads nowhere. */
export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code))
