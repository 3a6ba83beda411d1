import { buffer } from 'node:stream/consumers'
import type { DrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { type PdfDocument, pdfTextDrawer } from './textDrawers.media.ts'
import { type TextDrawer, type TextStyle, wrapText } from './textLayout.ts'

/** A4 in points, with margins that every office printer keeps. */
const PAPER = { width: 595.28, height: 841.89 }
const MARGIN = 48
/** Above the lower margin, for the footer. */
const FOOT = 30
const LINE_HEIGHT = 1.4

export const sheetPage = {
  left: MARGIN,
  top: MARGIN,
  width: PAPER.width - 2 * MARGIN,
  bottom: PAPER.height - MARGIN - FOOT,
}
export const sheetColours = { teal: '#087f5b', text: '#161e22', quiet: '#5f6c74', line: '#e3e8ea', panel: '#f5f7f7' }
export const sheetStyles = {
  title: { size: 23, weight: 600, colour: sheetColours.text },
  heading: { size: 13, weight: 600, colour: sheetColours.text },
  strong: { size: 9.5, weight: 600, colour: sheetColours.text },
  text: { size: 9.5, weight: 400, colour: sheetColours.text },
  quiet: { size: 9.5, weight: 400, colour: sheetColours.quiet },
  small: { size: 7.5, weight: 400, colour: sheetColours.quiet },
} as const satisfies Record<string, TextStyle>

interface SheetContent {
  /** In the properties of the file. */
  info: { Title: string; Author?: string; Subject?: string }
  /** Everything that will be written: which fonts are needed depends on its letters. */
  allText: string
  headingColour?: string
}

/** A document of A4 pages with the text fonts embedded. `finish` gives its bytes. */
export async function createPdfSheet({ info, allText, headingColour = sheetColours.text }: SheetContent) {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margin: 0,
    font: '',
    lang: 'en-NZ',
    displayTitle: true,
    bufferPages: true,
    info: { Creator: 'Property Files', ...info },
  })
  const bytes = buffer(pdf)
  const sheet = createSheet(pdf, await pdfTextDrawer(pdf, allText), headingColour)
  return {
    sheet,
    /** With the same line at the foot of every page, beside its number. */
    finish(foot: string): Promise<Uint8Array> {
      drawFooters(sheet, foot)
      pdf.end()
      return bytes
    },
  }
}

export type PdfSheet = ReturnType<typeof createSheet>

/** Entries are kept on one page, unless they are longer than this. */
const MAX_LINES_TOGETHER = 12

/** Draws downwards, and begins a new page where a block would leave it. */
function createSheet(pdf: PdfDocument, drawer: TextDrawer, headingColour: string) {
  const lineHeight = ({ size }: TextStyle) => size * LINE_HEIGHT
  const wrap = (text: string, style: TextStyle, left: number) =>
    text.split('\n').flatMap((part) => wrapText(drawer, part, style, sheetPage.width - left))
  const writeLines = (lines: string[], style: TextStyle, left: number) => {
    for (const line of lines) {
      sheet.need(lineHeight(style))
      drawer.draw(line.trim(), sheetPage.left + left, sheet.top + style.size, style)
      sheet.top += lineHeight(style)
    }
  }
  const sheet = {
    pdf,
    drawer,
    /** Where the next block begins. */
    top: sheetPage.top,
    need(height: number) {
      if (sheet.top + height <= sheetPage.bottom) return
      pdf.addPage()
      sheet.top = sheetPage.top
    },
    /** Lines of text from the present height on. */
    write(text: string, style: TextStyle, { left = 0, after = 4 } = {}) {
      writeLines(wrap(text, style, left), style, left)
      sheet.top += after
    },
    /** Two columns: the first in one line, the second as long as it is. */
    row(first: string, second: string, { width, style }: { width: number; style: [TextStyle, TextStyle] }) {
      const lines = wrap(second, style[1], width)
      sheet.need(lineHeight(style[1]) * Math.min(lines.length, MAX_LINES_TOGETHER))
      drawer.draw(first, sheetPage.left, sheet.top + style[0].size, style[0])
      writeLines(lines, style[1], width)
      sheet.top += 3
    },
    /** One line at a place, cut where it would be too long. */
    line(text: string, x: number, baseline: number, style: TextStyle, { width = sheetPage.width, right = false } = {}) {
      const shown = fit(drawer, text, style, width)
      drawer.draw(shown, right ? x - drawer.width(shown, style) : x, baseline, style)
    },
    /** A heading below a rule, on the same page as so much of what follows. */
    section(title: string, height = 36) {
      sheet.top += 16
      sheet.need(height + 30)
      pdf.rect(sheetPage.left, sheet.top, sheetPage.width, 0.75).fill(sheetColours.line)
      sheet.top += 12
      sheet.write(title, { ...sheetStyles.heading, colour: headingColour }, { after: 6 })
    },
  }
  return sheet
}

function fit(drawer: TextDrawer, text: string, style: TextStyle, width: number) {
  if (drawer.width(text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && drawer.width(`${letters.join('')}…`, style) > width) letters.pop()
  return `${letters.join('')}…`
}

const LOGO = { width: 160, height: 38 }

/** The agency on top of the first page: its logo, or else its name. */
export function drawSheetBrand(sheet: PdfSheet, { name, logo }: Pick<DrawnBrand, 'name' | 'logo'>) {
  if (logo) {
    sheet.pdf.image(Buffer.from(logo), sheetPage.left, sheet.top, { fit: [LOGO.width, LOGO.height] })
    sheet.top += LOGO.height + 8
  } else if (name) sheet.write(name, sheetStyles.heading)
}

function drawFooters({ pdf, drawer }: PdfSheet, foot: string) {
  const { small } = sheetStyles
  const { count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(index)
    const baseline = PAPER.height - MARGIN
    const number = `Page ${index + 1} of ${count}`
    drawer.draw(fit(drawer, foot, small, sheetPage.width - 80), sheetPage.left, baseline, small)
    drawer.draw(number, sheetPage.left + sheetPage.width - drawer.width(number, small), baseline, small)
  }
}
