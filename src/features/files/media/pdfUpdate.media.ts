import { fstatSync, readSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PdfStructure, UnusualPdfError } from './pdfStructure.media.ts'
import type { PageGeometry, watermarkForms } from './watermark.media.ts'

export { UnusualPdfError }

type Forms = ReturnType<typeof watermarkForms>
type Matrix = (page: PageGeometry) => number[]

interface NewObject {
  number: number
  generation: number
  content: Buffer
}

/**
 * The bytes that put a drawing over each page of a PDF when they are appended to it (ISO 32000-1, 7.5.6, incremental updates). What was
 * in the document is not touched: a page gets another list of contents, with the drawing at its end.
 */
export function createPageOverlayUpdate(file: number, forms: Forms, matrix: Matrix): Buffer {
  const { size } = fstatSync(file)
  const read = (position: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position))
  }
  const pdf = new PdfStructure(read, size)
  const objects: NewObject[] = []
  let next = pdf.nextNumber
  const add = (content: Buffer) => {
    objects.push({ number: next, generation: 0, content })
    return `${next++} 0 R`
  }
  const mark = addForms(add, forms)
  const name = `Mark${pdf.nextNumber}`
  const before = add(stream('', 'q\n'))
  const after = new Map<string, string>()
  for (const { reference, dictionary, geometry, resources } of pdf.listPages()) {
    const place = matrix(geometry)
      .map((value) => Number(value.toFixed(4)))
      .join(' ')
    const stamp = after.get(place) ?? add(stream('', `\nQ q ${place} cm /${name} Do Q\n`))
    after.set(place, stamp)
    const forms = pdf.dictionary(resources.get('XObject'))
    forms.set(name, mark)
    const all = new Map(resources).set('XObject', writeDictionary(forms))
    const contents = `[${before} ${contentList(pdf, dictionary.get('Contents'))} ${stamp}]`
    const page = new Map(dictionary).set('Contents', contents).set('Resources', writeDictionary(all))
    const [number = 0, generation = 0] = reference.split(' ').map(Number)
    objects.push({ number, generation, content: Buffer.from(writeDictionary(page), 'latin1') })
  }
  return writeUpdate(pdf, objects, size, next)
}

/** Half the side of the page of `writeSmallPdf`: PDFium moves its lower left corner to the origin. */
export const SMALL_PDF_CENTRE = 1_000

/** A PDF of one page with only the drawing on it, in its middle. */
export function writeSmallPdf(forms: Forms) {
  const contents: Buffer[] = []
  const add = (content: Buffer) => {
    contents.push(content)
    return `${contents.length} 0 R`
  }
  const mark = addForms(add, forms)
  const drawn = add(stream('', `1 0 0 1 ${SMALL_PDF_CENTRE} ${SMALL_PDF_CENTRE} cm /M Do`))
  const side = 2 * SMALL_PDF_CENTRE
  const page = add(
    Buffer.from(
      `<< /Type /Page /Parent ${contents.length + 2} 0 R /MediaBox [0 0 ${side} ${side}] /Resources << /XObject << /M ${mark} >> >> /Contents ${drawn} >>`,
    ),
  )
  const pages = add(Buffer.from(`<< /Type /Pages /Kids [${page}] /Count 1 >>`))
  const root = add(Buffer.from(`<< /Type /Catalog /Pages ${pages} >>`))
  const objects = contents.map((content, index) => ({ number: index + 1, generation: 0, content }))
  const head = Buffer.from('%PDF-1.7')
  const { bytes, offsets } = writeObjects(objects, head.length)
  const end = writeTable(offsets, `/Root ${root} /Size ${objects.length + 1}`, head.length + bytes.length)
  return Buffer.concat([head, bytes, Buffer.from(end)])
}

function addForms(add: (content: Buffer) => string, { text, places, graphicsState, box }: Forms) {
  const form = `/Type /XObject /Subtype /Form /BBox ${box}`
  const textForm = add(stream(form, text))
  return add(stream(`${form} /Resources << /ExtGState ${graphicsState} /XObject << /T ${textForm} >> >>`, places))
}

function stream(dictionary: string, content: string) {
  const packed = deflateSync(content)
  const head = Buffer.from(`<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`)
  return Buffer.concat([head, packed, Buffer.from('\nendstream')])
}

const writeDictionary = (entries: ReadonlyMap<string, string>) =>
  `<< ${[...entries].map(([key, value]) => `/${key} ${value}`).join(' ')} >>`

/** A page has one stream, a list of them, or a reference to a list. */
function contentList(pdf: PdfStructure, contents: string | undefined) {
  if (!contents || contents === 'null') return ''
  const value = pdf.resolve(contents)
  return value.startsWith('[') ? value.slice(1, -1) : contents
}

function writeObjects(objects: readonly NewObject[], start: number) {
  const offsets: { number: number; generation: number; offset: number }[] = []
  const parts: Buffer[] = []
  let length = 0
  for (const { number, generation, content } of objects) {
    offsets.push({ number, generation, offset: start + length + 1 })
    const part = Buffer.concat([Buffer.from(`\n${number} ${generation} obj\n`), content, Buffer.from('\nendobj')])
    parts.push(part)
    length += part.length
  }
  return { bytes: Buffer.concat(parts), offsets }
}

type Offsets = ReturnType<typeof writeObjects>['offsets']

/** Ends as the document did: with a table, or with a stream that has the table. */
function writeUpdate(pdf: PdfStructure, objects: NewObject[], size: number, next: number) {
  const kept = ['Root', 'Info', 'ID'].map((key) => [key, pdf.trailer.get(key)] as const).filter(([, value]) => value)
  const trailer = `${kept.map(([key, value]) => `/${key} ${value}`).join(' ')} /Prev ${pdf.lastTable}`
  if (!pdf.hasTableStream) {
    const { bytes, offsets } = writeObjects(objects, size)
    return Buffer.concat([bytes, Buffer.from(writeTable(offsets, `${trailer} /Size ${next}`, size + bytes.length))])
  }
  const { bytes, offsets } = writeObjects(objects, size)
  const at = size + bytes.length + 1
  const rows = [...offsets, { number: next, generation: 0, offset: at }].toSorted((a, b) => a.number - b.number)
  const content = Buffer.concat(
    rows.map(({ generation, offset }) => {
      const row = Buffer.alloc(9)
      row.writeUInt8(1, 0)
      row.writeUIntBE(offset, 1, 6)
      row.writeUInt16BE(generation, 7)
      return row
    }),
  )
  const index = rows.map(({ number }) => `${number} 1`).join(' ')
  const table = Buffer.concat([
    Buffer.from(
      `\n${next} 0 obj\n<< /Type /XRef /W [1 6 2] /Index [${index}] ${trailer} /Size ${next + 1} /Length ${content.length} >>\nstream\n`,
    ),
    content,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ])
  return Buffer.concat([bytes, table])
}

function writeTable(offsets: Offsets, trailer: string, at: number) {
  const lines = offsets
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, generation, offset }) => {
      const entry = `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`
      return `${number} 1\n${entry}`
    })
  return `\nxref\n${lines.join('')}trailer\n<< ${trailer} >>\nstartxref\n${at + 1}\n%%EOF\n`
}
