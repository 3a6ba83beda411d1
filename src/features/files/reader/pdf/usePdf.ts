import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import type { DocumentSource } from '../documentSource.ts'
import {
  DocumentChangedError,
  type DocumentRange,
  documentLength,
  fetchRange,
  joinRanges,
  RangeRefusedError,
} from './fetchRange.ts'

export interface PageSize {
  width: number
  height: number
}

interface OpenedPdf {
  pdf: PDFDocumentProxy
  /** The other pages are expected to have this size until they are loaded. */
  firstSize: PageSize
}

export function usePdf(source: DocumentSource) {
  const [opened, setOpened] = useState<OpenedPdf>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let isOver = false
    const fail = (reason: unknown) => {
      if (!isOver) setError(reason ?? new Error('The reason is unknown.'))
    }
    const opening = openPdf(source, fail)
    opening
      .then(async ({ pdf }) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!isOver) setOpened({ pdf, firstSize: { width, height } })
      })
      .catch(fail)
    return () => {
      isOver = true
      opening.then(({ close }) => close()).catch(() => {})
    }
  }, [source])
  return { ...opened, error }
}

GlobalWorkerOptions.workerSrc = workerSrc

const PDFJS_FOLDER = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${version}/`
/**
 * Before the first page, pdf.js looks up every page of a document whose pages are in one flat list, as scanners write them. Each takes
 * a few bytes: small pieces keep that light. What a page shows is requested in one. See docs/decisions/0047.
 */
const RANGE_CHUNK_BYTES = 4 * 1024
/** 100 megapixels: more than any scanner, less than what stops a phone. */
const MAX_IMAGE_PIXELS = 100_000_000

/** Opens a PDF by its first and last bytes: pages are loaded when they are near the screen. `onFailure` is called if that fails. */
async function openPdf(source: DocumentSource, onFailure: (error: unknown) => void) {
  const range = await PdfByteSource.open(source, onFailure)
  const task = getDocument({
    range,
    rangeChunkSize: RANGE_CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    cMapUrl: `${PDFJS_FOLDER}cmaps/`,
    standardFontDataUrl: `${PDFJS_FOLDER}standard_fonts/`,
    wasmUrl: `${PDFJS_FOLDER}wasm/`,
    iccUrl: `${PDFJS_FOLDER}iccs/`,
    verbosity: 0,
  })
  const close = () => {
    range.abort()
    void task.destroy()
  }
  try {
    const pdf: PDFDocumentProxy = await task.promise
    return { pdf, close }
  } catch (error) {
    close()
    throw error
  }
}

const FIRST_BYTES = 64 * 1024
/** The table of contents of a PDF is at its end, and is read piece by piece. */
const LAST_BYTES = 128 * 1024
/** pdf.js requests ranges one by one; those of one moment are joined. */
const GATHER_MS = 4

/** Loads only the ranges that pdf.js requests, over connections that fail and with URLs that expire. */
class PdfByteSource extends PDFDataRangeTransport {
  #source: DocumentSource
  #onFailure: (error: unknown) => void
  #end = new AbortController()
  #wanted: DocumentRange[] = []
  #tail: Promise<Uint8Array> | undefined

  static async open(source: DocumentSource, onFailure: (error: unknown) => void) {
    const answer = await fetchRange(source, { begin: 0, end: FIRST_BYTES })
    const first = new Uint8Array(await answer.arrayBuffer())
    return new PdfByteSource(source, documentLength(answer) ?? first.length, first, onFailure)
  }

  private constructor(source: DocumentSource, length: number, first: Uint8Array, onFailure: (error: unknown) => void) {
    super(length, first, first.length >= length)
    this.#source = source
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
    const isTail = ({ begin }: DocumentRange) => begin >= tail
    for (const { pieces, ...whole } of joinRanges(wanted.filter((piece) => !isTail(piece))))
      this.#answer(whole.begin, pieces, this.#load(whole))
    const ends = wanted.filter(isTail)
    if (!ends.length) return
    this.#tail ??= this.#load({ begin: Math.max(0, tail), end: this.length })
    this.#answer(Math.max(0, tail), ends, this.#tail)
  }

  async #load(piece: DocumentRange) {
    const answer = await fetchRange(this.#source, piece, this.#end.signal).catch((error) => {
      throw error instanceof RangeRefusedError && error.status === 404 ? new DocumentChangedError() : error
    })
    // The agent replaced the file while it was being read. The old content is deleted soon after.
    if (documentLength(answer) !== this.length) throw new DocumentChangedError()
    return new Uint8Array(await answer.arrayBuffer())
  }

  #answer(from: number, pieces: readonly DocumentRange[], loading: Promise<Uint8Array>) {
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

/** What is wrong with the PDF, and whether a retry could help. */
export function explainPdfError(error: unknown): { explanation?: string; isFinal?: boolean } {
  if (error instanceof PasswordException)
    return {
      explanation: 'It’s protected by a password. Download it, and ask the agent for the password.',
      isFinal: true,
    }
  if (error instanceof InvalidPDFException)
    return { explanation: 'The file seems to be damaged. Download it and try another app.', isFinal: true }
  if (error instanceof DocumentChangedError)
    return { explanation: 'The agent has just replaced it with a newer version. Try again to read that one.' }
  return {}
}
