import { isRefusal } from '#platform/telemetry/browser/showAndReportError.ts'
import { type DocumentSource, fetchDocument } from '../documentSource.ts'

/** Half a minute without a connection. */
const MAX_TRIES = 6
const RETRY_DELAY_MS = 400

export class DocumentChangedError extends Error {}

/** The server refused it: trying again changes nothing. */
export class RangeRefusedError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The document was answered with ${status}.`)
    this.status = status
  }
}

/** Fetches a range of a document. If the connection fails, it tries again. */
export async function fetchRange(source: DocumentSource, { begin, end }: DocumentRange, signal?: AbortSignal) {
  for (let tries = 1; ; tries++)
    try {
      const response = await fetchDocument(source, { headers: { range: `bytes=${begin}-${end - 1}` }, signal })
      if (response.ok) return response
      if (response.status < 500 && response.status !== 429) throw new RangeRefusedError(response.status)
      throw new Error(`The document was answered with ${response.status}.`)
    } catch (error) {
      const isFinal = error instanceof RangeRefusedError || isRefusal(error)
      if (isFinal || tries === MAX_TRIES || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** tries))
    }
}

/** The length of the whole document. A response with all of it does not have the header. */
export function documentLength({ headers }: Response) {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}

export interface DocumentRange {
  begin: number
  /** The first byte after it. */
  end: number
}

/** Loading a gap of this size is cheaper than another request. */
const MAX_GAP_BYTES = 48 * 1024

/** Joins ranges that are close together. */
export function joinRanges(pieces: readonly DocumentRange[]) {
  const joined: (DocumentRange & { pieces: DocumentRange[] })[] = []
  for (const piece of [...pieces].sort((one, other) => one.begin - other.begin)) {
    const last = joined.at(-1)
    if (last && piece.begin <= last.end + MAX_GAP_BYTES) {
      last.end = Math.max(last.end, piece.end)
      last.pieces.push(piece)
    } else joined.push({ ...piece, pieces: [piece] })
  }
  return joined
}
