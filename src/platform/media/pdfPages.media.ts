import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGES_FILE } from './mediaTasks.ts'
import { tidyText } from './pdf.media.ts'
import { openPdf, type PdfiumDocument, type PdfiumPage } from './pdfium.media.ts'
import { isWasmCrash } from './serveMediaTasks.media.ts'

/** One page of a document, as it is stored beside it. */
export interface PdfPageContent {
  text: string
  /** In points. */
  width: number
  height: number
  /** 16 × 16 grey values in base64, to tell whether a scanned page has changed. Null if there was no time to draw it. */
  fingerprint: string | null
}

const MAX_PAGES = 1_000
const MAX_PAGE_TEXT_LENGTH = 20_000
const MAX_TEXT_LENGTH = 2_000_000
/** Well below the limit of the task: what is not drawn by then has no fingerprint. */
const DRAWING_TIME_MS = 8_000
const READING_TIME_MS = 14_000

/** A damaged page is empty. A document that cannot be opened has no pages. */
export async function readPdfPages(path: string, folder: string) {
  const pages: PdfPageContent[] = []
  try {
    await openPdf(path, (pdf) => pdf.state === 'open' && readPages(pdf, pages))
  } catch (error) {
    // The pages before the one that was too much are kept.
    if (!isWasmCrash(error)) throw error
  }
  await writeFile(join(folder, PAGES_FILE), JSON.stringify({ pages }))
}

function readPages(pdf: PdfiumDocument, pages: PdfPageContent[]) {
  const start = process.cpuUsage()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const count = Math.min(pdf.countPages(), MAX_PAGES)
  let textLeft = MAX_TEXT_LENGTH
  while (pages.length < count && usedMs() < READING_TIME_MS) {
    const page = pdf.readPage(pages.length)
    const text = page ? tidyText(page.text(Math.min(MAX_PAGE_TEXT_LENGTH, textLeft))) : ''
    textLeft -= text.length
    pages.push({
      text,
      width: page?.width ?? 0,
      height: page?.height ?? 0,
      fingerprint: page && usedMs() < DRAWING_TIME_MS ? fingerprint(page) : null,
    })
    page?.close()
  }
}

const FINGERPRINT_SIZE = 16
/** Drawn larger and averaged, so that thin lines count. */
const SAMPLES = 4

function fingerprint(page: PdfiumPage) {
  const size = FINGERPRINT_SIZE * SAMPLES
  const pixels = page.draw(size, size)
  const sums = new Float64Array(FINGERPRINT_SIZE ** 2)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const at = (y * size + x) * 4
      const grey = 0.299 * (pixels[at] ?? 255) + 0.587 * (pixels[at + 1] ?? 255) + 0.114 * (pixels[at + 2] ?? 255)
      const cell = Math.floor(y / SAMPLES) * FINGERPRINT_SIZE + Math.floor(x / SAMPLES)
      sums[cell] = (sums[cell] ?? 0) + grey / SAMPLES ** 2
    }
  return Buffer.from(sums.map(Math.round)).toString('base64')
}
