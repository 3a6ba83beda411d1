import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { DocumentSource } from '../address.ts'
import { PdfByteSource } from './DocumentBytes.ts'

GlobalWorkerOptions.workerSrc = workerSrc

const PDFJS_FOLDER = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${version}/`
/**
 * Before the first page, pdf.js looks up every page of a document whose pages are in one flat list, as scanners write them. Each takes
 * a few bytes: small pieces keep that light. What a page shows is requested in one. See docs/decisions/0047.
 */
const RANGE_CHUNK_BYTES = 4 * 1024
/** 100 megapixels: more than any scanner, less than what stops a phone. */
const MAX_IMAGE_PIXELS = 100_000_000

/** Opens a PDF by its ends: pages come when they are looked at. Failing later than at its beginning is told, too. */
export async function openPdf(address: DocumentSource, onFailure: (error: unknown) => void) {
  const range = await PdfByteSource.open(address, onFailure)
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
