import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DocumentAddress } from '../address.ts'
import { DocumentChanged, fetchPiece, PieceRefused, totalOf } from './fetchPiece.ts'
import { joinPieces, type Piece } from './joinPieces.ts'

const FIRST = 64 * 1024
/** The table of contents of a PDF is at its end, and is read piece by piece. */
const LAST = 128 * 1024
/** Questions come one by one, though they are asked at once. */
const GATHERING = 4

/** Gives the reader just the bytes that it asks for, over lines that come and go and addresses that expire. */
export class DocumentBytes extends PDFDataRangeTransport {
  #address: DocumentAddress
  #onFailure: (error: unknown) => void
  #end = new AbortController()
  #wanted: Piece[] = []
  #tail: Promise<Uint8Array> | undefined

  static async open(address: DocumentAddress, onFailure: (error: unknown) => void) {
    const answer = await fetchPiece(address, { begin: 0, end: FIRST })
    const first = new Uint8Array(await answer.arrayBuffer())
    return new DocumentBytes(address, totalOf(answer) ?? first.length, first, onFailure)
  }

  private constructor(
    address: DocumentAddress,
    length: number,
    first: Uint8Array,
    onFailure: (error: unknown) => void,
  ) {
    super(length, first, first.length >= length)
    this.#address = address
    this.#onFailure = onFailure
  }

  override requestDataRange(begin: number, end: number) {
    if (!this.#wanted.length) setTimeout(() => this.#loadWanted(), GATHERING)
    this.#wanted.push({ begin, end })
  }

  override abort() {
    this.#end.abort()
  }

  #loadWanted() {
    const wanted = this.#wanted.splice(0)
    const tail = this.length - LAST
    const isTail = ({ begin }: Piece) => begin >= tail
    for (const { pieces, ...whole } of joinPieces(wanted.filter((piece) => !isTail(piece))))
      this.#answer(whole.begin, pieces, this.#load(whole))
    const ends = wanted.filter(isTail)
    if (!ends.length) return
    this.#tail ??= this.#load({ begin: Math.max(0, tail), end: this.length })
    this.#answer(Math.max(0, tail), ends, this.#tail)
  }

  async #load(piece: Piece) {
    const answer = await fetchPiece(this.#address, piece, this.#end.signal).catch((error) => {
      throw error instanceof PieceRefused && error.status === 404 ? new DocumentChanged() : error
    })
    // The agent put another file in its place while this one was read, which is gone soon after.
    if (totalOf(answer) !== this.length) throw new DocumentChanged()
    return new Uint8Array(await answer.arrayBuffer())
  }

  #answer(from: number, pieces: readonly Piece[], loading: Promise<Uint8Array>) {
    loading.then(
      (bytes) => {
        for (const { begin, end } of pieces) this.onDataRange(begin, bytes.slice(begin - from, end - from))
      },
      (error) => {
        if (!this.#end.signal.aborted) this.#onFailure(error)
      },
    )
  }
}
