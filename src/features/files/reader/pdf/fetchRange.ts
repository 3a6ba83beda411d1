import { isRefusal } from '#platform/reporting/reportError.ts'
import { type DocumentSource, fetchDocument } from '../documentSource.ts'

/** Half a minute in a lift. */
const MAX_TRIES = 6
const RETRY_DELAY_MS = 400

export class DocumentChangedError extends Error {}

/** Said on purpose: asking again changes nothing. */
export class RangeRefusedError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The document was answered with ${status}.`)
    this.status = status
  }
}

/** A piece of a document. A line that was lost for a moment is tried again. */
export async function fetchRange(address: DocumentSource, { begin, end }: ByteRange, signal?: AbortSignal) {
  for (let tries = 1; ; tries++)
    try {
      const answer = await fetchDocument(address, { headers: { range: `bytes=${begin}-${end - 1}` }, signal })
      if (answer.ok) return answer
      if (answer.status < 500 && answer.status !== 429) throw new RangeRefusedError(answer.status)
      throw new Error(`The document was answered with ${answer.status}.`)
    } catch (error) {
      const isFinal = error instanceof RangeRefusedError || isRefusal(error)
      if (isFinal || tries === MAX_TRIES || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** tries))
    }
}

/** How long all of it is. Who sends the whole does not say so. */
export function documentLength({ headers }: Response) {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}

export interface ByteRange {
  begin: number
  /** The first byte after it. */
  end: number
}

/** Loading what lies between is cheaper than asking twice. */
const MAX_GAP_BYTES = 48 * 1024

/** Pieces that lie close together become one. */
export function joinRanges(pieces: readonly ByteRange[]) {
  const joined: (ByteRange & { pieces: ByteRange[] })[] = []
  for (const piece of [...pieces].sort((one, other) => one.begin - other.begin)) {
    const last = joined.at(-1)
    if (last && piece.begin <= last.end + MAX_GAP_BYTES) {
      last.end = Math.max(last.end, piece.end)
      last.pieces.push(piece)
    } else joined.push({ ...piece, pieces: [piece] })
  }
  return joined
}
