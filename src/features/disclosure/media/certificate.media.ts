import { buffer } from 'node:stream/consumers'
import type { DrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { type PdfDocument, pdfTextDrawer } from '#features/listings/media/textDrawers.media.ts'
import { type TextDrawer, type TextStyle, wrapText } from '#features/listings/media/textLayout.ts'

/** What is printed on a certificate. */
export interface CertificateView {
  title: string
  subject: string
  listing: string
  /** Label and value. */
  facts: [string, string][]
  documents: { name: string; added: string; sha256: string | null }[]
  people: { name: string; about: string; documents: { name: string; facts: string[] }[] }[]
  entries: { when: string; text: string }[]
  recordHash: string
  verifyUrl: string
  keysUrl: string
  id: string
  zoneNote: string
  /** Above the title. Without it there is none. */
  brand?: DrawnBrand
}

/** A4 in points, with margins that every office printer keeps. */
const PAPER = { width: 595.28, height: 841.89 }
const MARGIN = 52
const FOOT = 40
const page = { left: MARGIN, top: MARGIN, width: PAPER.width - 2 * MARGIN, bottom: PAPER.height - MARGIN - FOOT }
const LINE_HEIGHT = 1.4

const colours = { teal: '#087f5b', text: '#161e22', quiet: '#5f6c74', line: '#e3e8ea', panel: '#f4f7f7' }
const styles = {
  title: { size: 24, weight: 600, colour: colours.text },
  subject: { size: 12, weight: 400, colour: colours.quiet },
  heading: { size: 13, weight: 600, colour: colours.teal },
  strong: { size: 9.5, weight: 600, colour: colours.text },
  text: { size: 9.5, weight: 400, colour: colours.text },
  quiet: { size: 9.5, weight: 400, colour: colours.quiet },
  small: { size: 7.5, weight: 400, colour: colours.quiet },
} as const satisfies Record<string, TextStyle>

/** Readable by someone who has never seen the product: what is certified, the evidence, and how to check it. */
export async function drawCertificatePdf({ brand, ...view }: CertificateView): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margin: 0,
    font: '',
    lang: 'en-NZ',
    displayTitle: true,
    bufferPages: true,
    info: { Title: `${view.title}: ${view.listing}`, Creator: 'Property Files', Subject: view.id },
  })
  const bytes = buffer(pdf)
  const drawer = await pdfTextDrawer(pdf, JSON.stringify(view) + (brand?.name ?? '') + (brand?.legalLine ?? ''))
  const sheet = createSheet(pdf, drawer)
  if (brand) drawBrand(pdf, sheet, brand)
  sheet.write(view.title, styles.title)
  sheet.write(view.subject, styles.subject, { after: 14 })
  drawFacts(sheet, view.facts)
  sheet.section('What this certificate shows')
  sheet.write(
    'Property Files keeps a record for each listing: which documents were made available, who was given access, and what they opened, read, downloaded and confirmed. Each entry carries the hash of the one before, and nothing can be changed or removed without being noticed. This certificate repeats entries of that record.',
    styles.text,
  )
  sheet.write(
    'It shows what happened in Property Files under a person’s private link. It does not show who sat in front of the screen, what was understood, or what was said elsewhere, and it is not legal advice.',
    styles.text,
  )
  drawDocuments(sheet, view)
  drawPeople(sheet, view)
  drawEntries(sheet, view)
  drawVerification(sheet, view)
  drawFooters(pdf, drawer, view)
  pdf.end()
  return bytes
}

const LOGO = { width: 147, height: 35 }

/** The agency first. Only its name and logo: a certificate is ours, and looks the same for everyone. */
function drawBrand(pdf: PdfDocument, sheet: Sheet, { name, legalLine, logo }: DrawnBrand) {
  if (logo) {
    pdf.image(Buffer.from(logo), page.left, page.top, { fit: [LOGO.width, LOGO.height] })
    sheet.space(LOGO.height + 8)
  } else sheet.write(name, styles.subject, { after: 2 })
  if (legalLine) sheet.write(legalLine, styles.small, { after: 0 })
  sheet.space(20)
}

type Sheet = ReturnType<typeof createSheet>

const MAX_LINES_TOGETHER = 12

/** Writes downwards, and begins a new page where the text would leave it. */
function createSheet(pdf: PdfDocument, drawer: TextDrawer) {
  let top: number = page.top
  const need = (height: number) => {
    if (top + height <= page.bottom) return
    pdf.addPage()
    top = page.top
  }
  const lineHeight = ({ size }: TextStyle) => size * LINE_HEIGHT
  const wrap = (text: string, style: TextStyle, left = 0) => wrapText(drawer, text, style, page.width - left)
  const writeLines = (lines: string[], style: TextStyle, { left = 0, after = 4 } = {}) => {
    for (const line of lines) {
      need(lineHeight(style))
      drawer.draw(line.trim(), page.left + left, top + style.size, style)
      top += lineHeight(style)
    }
    top += after
  }
  const write = (text: string, style: TextStyle, place: { left?: number; after?: number } = {}) =>
    writeLines(wrap(text, style, place.left), style, place)
  return {
    need,
    write,
    /** Two columns: the first in one line, the second as long as it is. */
    row(first: string, second: string, { width, style }: { width: number; style: [TextStyle, TextStyle] }) {
      const lines = wrap(second, style[1], width)
      // An entry is not torn apart by the end of a page, unless it is very long.
      need(lineHeight(style[1]) * Math.min(lines.length, MAX_LINES_TOGETHER))
      drawer.draw(first, page.left, top + style[0].size, style[0])
      writeLines(lines, style[1], { left: width, after: 3 })
    },
    section(title: string) {
      top += 14
      need(64)
      pdf.rect(page.left, top, page.width, 0.75).fill(colours.line)
      top += 12
      write(title, styles.heading, { after: 6 })
    },
    space(height: number) {
      top += height
    },
  }
}

function drawFacts(sheet: Sheet, facts: CertificateView['facts']) {
  for (const [label, value] of facts) sheet.row(label, value, { width: 84, style: [styles.quiet, styles.strong] })
}

function drawDocuments(sheet: Sheet, { documents }: CertificateView) {
  sheet.section('Documents')
  if (documents.length === 0) sheet.write('No document was added while the record was kept.', styles.quiet)
  for (const { name, added, sha256 } of documents) {
    sheet.need(40)
    sheet.write(name, styles.strong, { after: 0 })
    sheet.write(`Added ${added}`, styles.quiet, { after: 0 })
    sheet.write(sha256 ? `SHA-256 ${sha256}` : 'SHA-256 not known', styles.small, { after: 7 })
  }
}

function drawPeople(sheet: Sheet, { people }: CertificateView) {
  sheet.section('Who received what')
  if (people.length === 0) sheet.write('Nobody was given access yet.', styles.quiet)
  for (const { name, about, documents } of people) {
    sheet.need(48)
    sheet.write(name, styles.strong, { after: 0 })
    if (about) sheet.write(about, styles.quiet, { after: 3 })
    if (documents.length === 0) sheet.write('Opened no document.', styles.quiet, { left: 12 })
    for (const document of documents) {
      sheet.need(28)
      sheet.write(document.name, styles.text, { left: 12, after: 0 })
      sheet.write(document.facts.join(' · '), styles.quiet, { left: 12, after: 4 })
    }
    sheet.space(6)
  }
}

function drawEntries(sheet: Sheet, { entries, zoneNote }: CertificateView) {
  sheet.section('The record')
  sheet.write(zoneNote, styles.quiet, { after: 6 })
  for (const { when, text } of entries) sheet.row(when, text, { width: 152, style: [styles.quiet, styles.text] })
}

function drawVerification(sheet: Sheet, { verifyUrl, keysUrl, recordHash, id }: CertificateView) {
  sheet.section('How to check this certificate')
  sheet.write(
    `Open ${verifyUrl} and select this PDF, as you received it and not printed or saved again. The page says whether it is as we issued it. Your file stays on your computer.`,
    styles.text,
  )
  sheet.write(
    `The PDF is signed with an Ed25519 key. The public keys are at ${keysUrl}, so it can also be checked without us. A SHA-256 above is that of the document as the agent uploaded it: anyone who has the same file can compare.`,
    styles.text,
  )
  sheet.write(`Certificate ${id}. The record’s last entry has the hash ${recordHash || '(none)'}.`, styles.small)
}

function drawFooters(pdf: PdfDocument, drawer: TextDrawer, { id, verifyUrl }: CertificateView) {
  const { count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(index)
    const base = PAPER.height - MARGIN
    const number = `Page ${index + 1} of ${count}`
    drawer.draw(`Property Files · ${id} · check at ${verifyUrl}`, page.left, base, styles.small)
    drawer.draw(number, page.left + page.width - drawer.width(number, styles.small), base, styles.small)
  }
}
