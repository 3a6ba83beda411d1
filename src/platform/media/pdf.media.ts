import { join } from 'node:path'
import sharp from 'sharp'
import { unusableFile } from './mediaError.ts'
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
export const tidyText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, '')
    .trim()
