import type { DrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import {
  createPdfSheet,
  drawSheetBrand,
  type PdfSheet,
  sheetColours,
  sheetStyles,
} from '#features/listings/media/pdfSheet.media.ts'

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

const { text, quiet, strong, small } = sheetStyles
const subjectStyle = { ...text, size: 12, colour: sheetColours.quiet }

/** Readable by someone who has never seen the product: what is certified, the evidence, and how to check it. */
export async function drawCertificatePdf({ brand, ...view }: CertificateView): Promise<Uint8Array> {
  const { sheet, finish } = await createPdfSheet({
    info: { Title: `${view.title}: ${view.listing}`, Subject: view.id },
    allText: JSON.stringify(view) + (brand?.name ?? '') + (brand?.legalLine ?? ''),
    headingColour: sheetColours.teal,
  })
  if (brand) drawBrand(sheet, brand)
  sheet.write(view.title, sheetStyles.title)
  sheet.write(view.subject, subjectStyle, { after: 14 })
  drawFacts(sheet, view.facts)
  sheet.section('What this certificate shows')
  sheet.write(
    'Property Files keeps a record for each listing: which documents were made available, who was given access, and what they opened, read, downloaded and confirmed. Each entry carries the hash of the one before, and nothing can be changed or removed without being noticed. This certificate lists entries from that record.',
    text,
  )
  sheet.write(
    'It shows what happened in Property Files under a person’s private link. It does not show who sat in front of the screen, what was understood, or what was said elsewhere, and it is not legal advice.',
    text,
  )
  drawDocuments(sheet, view)
  drawPeople(sheet, view)
  drawEntries(sheet, view)
  drawVerification(sheet, view)
  return finish(`Property Files · ${view.id} · check at ${view.verifyUrl}`)
}

/** The agency first. Only its name and logo: a certificate is ours, and looks the same for everyone. */
function drawBrand(sheet: PdfSheet, brand: DrawnBrand) {
  drawSheetBrand(sheet, brand)
  if (brand.legalLine) sheet.write(brand.legalLine, small, { after: 0 })
  sheet.top += 20
}

function drawFacts(sheet: PdfSheet, facts: CertificateView['facts']) {
  for (const [label, value] of facts) sheet.row(label, value, { width: 84, style: [quiet, strong] })
}

function drawDocuments(sheet: PdfSheet, { documents }: CertificateView) {
  sheet.section('Documents')
  if (documents.length === 0) sheet.write('No documents were added while the record was kept.', quiet)
  for (const { name, added, sha256 } of documents) {
    sheet.need(40)
    sheet.write(name, strong, { after: 0 })
    sheet.write(`Added ${added}`, quiet, { after: 0 })
    sheet.write(sha256 ? `SHA-256 ${sha256}` : 'SHA-256 not known', small, { after: 7 })
  }
}

function drawPeople(sheet: PdfSheet, { people }: CertificateView) {
  sheet.section('Who received what')
  if (people.length === 0) sheet.write('Nobody has been given access yet.', quiet)
  for (const { name, about, documents } of people) {
    sheet.need(48)
    sheet.write(name, strong, { after: 0 })
    if (about) sheet.write(about, quiet, { after: 3 })
    if (documents.length === 0) sheet.write('Did not open any documents.', quiet, { left: 12 })
    for (const document of documents) {
      sheet.need(28)
      sheet.write(document.name, text, { left: 12, after: 0 })
      sheet.write(document.facts.join(' · '), quiet, { left: 12, after: 4 })
    }
    sheet.top += 6
  }
}

function drawEntries(sheet: PdfSheet, { entries, zoneNote }: CertificateView) {
  sheet.section('The record')
  sheet.write(zoneNote, quiet, { after: 6 })
  for (const entry of entries) sheet.row(entry.when, entry.text, { width: 152, style: [quiet, text] })
}

function drawVerification(sheet: PdfSheet, { verifyUrl, keysUrl, recordHash, id }: CertificateView) {
  sheet.section('How to check this certificate')
  sheet.write(
    `Open ${verifyUrl} and select this PDF, as you received it and not printed or saved again. The page says whether it is as we issued it. Your file stays on your computer.`,
    text,
  )
  sheet.write(
    `The PDF is signed with an Ed25519 key. The public keys are at ${keysUrl}, so it can also be checked without us. Each SHA-256 above identifies the document as the agent uploaded it: anyone who has the same file can compare.`,
    text,
  )
  sheet.write(`Certificate ${id}. The record’s last entry has the hash ${recordHash || '(none)'}.`, small)
}
