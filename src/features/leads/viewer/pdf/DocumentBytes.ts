import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DocumentSource } from '../address.ts'
import { DocumentChangedError, fetchRange, RangeRefusedError, documentLength } from './fetchPiece.ts'
import { joinRanges, type ByteRange } from './joinPieces.ts'

const FIRST_BYTES = 64 * 1024
/** The table of contents of a PDF is at its end, and is read piece by piece. */
const LAST_BYTES = 128 * 1024
/** Questions come one by one, though they are asked at once. */
const GATHER_MS = 4

/** Gives the reader just the bytes that it asks for, over lines that come and go and addresses that expire. */
export class PdfByteSource extends PDFDataRangeTransport {
  #address: DocumentSource
  #onFailure: (error: unknown) => void
  #end = new AbortController()
  #wanted: ByteRange[] = []
  #tail: Promise<Uint8Array> | undefined

  static async open(address: DocumentSource, onFailure: (error: unknown) => void) {
    const answer = await fetchRange(address, { begin: 0, end: FIRST_BYTES })
    const first = new Uint8Array(await answer.arrayBuffer())
    return new PdfByteSource(address, documentLength(answer) ?? first.length, first, onFailure)
  }

  private constructor(
    address: DocumentSource,
    length: number,
    first: Uint8Array,
    onFailure: (error: unknown) => void,
  ) {
    super(length, first, first.length >= length)
    this.#address = address
    this.#onFailure = onFailure
  }

  override requestDataRange(begin: number, end: number) {
    if (!this.#wanted.length) setTimeout(() => this.#loadWanted(), GATHER_MS)
    this.#wanted.push({ begin, end })
  }

  override abort() {
    this.#end.abort()
  }

  #loadWanted() {
    const wanted = this.#wanted.splice(0)
    const tail = this.length - LAST_BYTES
    const isTail = ({ begin }: ByteRange) => begin >= tail
    for (const { pieces, ...whole } of joinRanges(wanted.filter((piece) => !isTail(piece))))
      this.#answer(whole.begin, pieces, this.#load(whole))
    const ends = wanted.filter(isTail)
    if (!ends.length) return
    this.#tail ??= this.#load({ begin: Math.max(0, tail), end: this.length })
    this.#answer(Math.max(0, tail), ends, this.#tail)
  }

  async #load(piece: ByteRange) {
    const answer = await fetchRange(this.#address, piece, this.#end.signal).catch((error) => {
      throw error instanceof RangeRefusedError && error.status === 404 ? new DocumentChangedError() : error
    })
    // The agent put another file in its place while this one was read, which is gone soon after.
    if (documentLength(answer) !== this.length) throw new DocumentChangedError()
    return new Uint8Array(await answer.arrayBuffer())
  }

  #answer(from: number, pieces: readonly ByteRange[], loading: Promise<Uint8Array>) {
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
