import { isRefusal } from '#platform/reporting/reportError.ts'
import { type DocumentAddress, fetchFrom } from '../address.ts'
import type { Piece } from './joinPieces.ts'

/** Half a minute in a lift. */
const TRIES = 6
const PAUSE = 400

export class DocumentChanged extends Error {}

/** Said on purpose: asking again changes nothing. */
export class PieceRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The document was answered with ${status}.`)
    this.status = status
  }
}

/** A piece of a document. A line that was lost for a moment is tried again. */
export async function fetchPiece(address: DocumentAddress, { begin, end }: Piece, signal?: AbortSignal) {
  for (let tries = 1; ; tries++)
    try {
      const answer = await fetchFrom(address, { headers: { range: `bytes=${begin}-${end - 1}` }, signal })
      if (answer.ok) return answer
      if (answer.status < 500 && answer.status !== 429) throw new PieceRefused(answer.status)
      throw new Error(`The document was answered with ${answer.status}.`)
    } catch (error) {
      const isFinal = error instanceof PieceRefused || isRefusal(error)
      if (isFinal || tries === TRIES || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** tries))
    }
}

/** How long all of it is. Who sends the whole does not say so. */
export function totalOf({ headers }: Response) {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}
