import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { unusableFile } from './mediaError.ts'
import { PAGES_FILE } from './mediaTasks.ts'
import { openPdf, type PdfiumDocument, type PdfiumPage } from './pdfium.media.ts'
import type { Variant } from './photo.media.ts'
import { isWasmCrash } from './serveMediaTasks.media.ts'

export interface PreparedPdf {
  /** Null if the document needs a password. */
  pages: number | null
  isLocked: boolean
  /** The beginning of the first page, to guess the document's type from. Empty for a scan. */
  text: string
  /** The same of the second and third page, to look for the date of issue. */
  nextText: string
  /** Null if the first page is locked, damaged, or takes too long to draw. */
  thumbnail: Variant | null
}

interface Drawing {
  pixels: Buffer
  width: number
  height: number
}

const MAX_WIDTH_PX = 480
const MAX_HEIGHT_PX = 960
const MAX_TEXT_LENGTH = 4000
const THUMBNAIL_FILE = 'thumbnail.webp'

/** Counts the pages of a document and draws its first. A document that opens is accepted even if that page cannot be drawn. */
export async function preparePdfFiles(path: string, folder: string): Promise<PreparedPdf> {
  const { drawing, ...facts } = await readFacts(path)
  return { ...facts, thumbnail: drawing && (await saveThumbnail(drawing, folder)) }
}

async function readFacts(path: string) {
  try {
    return await openPdf(path, (pdf) => {
      if (pdf.state === 'locked') return { pages: null, isLocked: true, text: '', nextText: '', drawing: null }
      const pages = pdf.state === 'open' ? pdf.countPages() : 0
      if (pages < 1) throw unusableFile('This PDF is damaged or incomplete. Export it again and re-upload it.')
      return { pages, isLocked: false, ...readFirstPage(pdf), nextText: readNextPages(pdf, pages) }
    })
  } catch (error) {
    if (isWasmCrash(error))
      throw unusableFile('This PDF is too complex to open. Export a simpler copy and upload that.', error)
    throw error
  }
}

function readFirstPage(pdf: PdfiumDocument): { text: string; drawing: Drawing | null } {
  let text = ''
  try {
    const page = pdf.readPage(0)
    if (!page) return { text, drawing: null }
    text = tidyText(page.text(MAX_TEXT_LENGTH))
    return { text, drawing: drawFirstPage(page) }
  } catch (error) {
    if (isWasmCrash(error)) return { text, drawing: null }
    throw error
  }
}

const MAX_TEXT_PAGES = 3

function readNextPages(pdf: PdfiumDocument, pages: number) {
  const texts: string[] = []
  try {
    for (let index = 1; index < Math.min(pages, MAX_TEXT_PAGES); index += 1)
      texts.push(tidyText(pdf.readPage(index)?.text(MAX_TEXT_LENGTH) ?? ''))
  } catch (error) {
    if (!isWasmCrash(error)) throw error
  }
  return texts.join('\n')
}

function drawFirstPage(page: PdfiumPage): Drawing | null {
  const scale = Math.min(MAX_WIDTH_PX / page.width, MAX_HEIGHT_PX / page.height)
  const width = Math.max(1, Math.round(page.width * scale))
  const height = Math.max(1, Math.round(page.height * scale))
  if (!(width <= MAX_WIDTH_PX && height <= MAX_HEIGHT_PX)) return null
  return { width, height, pixels: page.draw(width, height) }
}

async function saveThumbnail({ pixels, width, height }: Drawing, folder: string): Promise<Variant> {
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
  const { size } = await picture.webp({ quality: 80 }).toFile(join(folder, THUMBNAIL_FILE))
  return { file: THUMBNAIL_FILE, width, height, bytes: size }
}

/** Removes control characters, broken surrogate pairs and PDFium's marks for hyphens. */
const tidyText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, '')
    .trim()

/** One page of a document, as it is stored beside it. */
interface PdfPageContent {
  text: string
  /** In points. */
  width: number
  height: number
  /** 16 × 16 grey values in base64, to tell whether a scanned page has changed. Null if there was no time to draw it. */
  fingerprint: string | null
}

const MAX_PAGES = 1_000
const MAX_PAGE_TEXT_LENGTH = 20_000
const MAX_DOCUMENT_TEXT_LENGTH = 2_000_000
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
  let textLeft = MAX_DOCUMENT_TEXT_LENGTH
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
