import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openPdf } from '#platform/media/pdfium.media.ts'
import { bookPdf, createPdf, pdfStream, textPdf, writePdf } from '../../../../test/fixtures/content/pdf.ts'
import { openMediaFolder } from '../../../../test/support/services/mediaWorker.ts'
import { renderDocumentPage } from './renderDocumentPage.media.ts'
import { stampPdf } from './stampPdf.media.ts'

const watermark = 'Kiri Tāne · kiri@example.nz · 17 Nov 2026, 7:20 pm'

async function stampAndDraw(bytes: Buffer, pages: number[] = [1]) {
  const { folder, put } = await openMediaFolder()
  const path = await put('original.pdf', bytes)
  const { file, isWhole } = await stampPdf({ path, folder, watermark })
  const part = await readFile(join(folder, file))
  const stamped = await put('stamped.pdf', isWhole ? part : Buffer.concat([bytes, part]))
  const facts = await openPdf(stamped, (pdf) => ({ count: pdf.countPages(), text: pdf.readPage(0)?.text(100) }))
  const reds = []
  for (const page of pages) reds.push(await redness(stamped, page))
  return { ...facts, isWhole, part, reds }
}

/** How much of each quarter of a page is red: the watermark is, and nothing else of these pages. */
async function redness(path: string, page: number) {
  const picture = await renderDocumentPage({ path, isPdf: true, page, width: 800 })
  const { width, height } = await sharp(picture).metadata()
  const [halfWidth, halfHeight] = [Math.floor(width / 2), Math.floor(height / 2)]
  const quarters = [0, halfWidth].flatMap((left) => [0, halfHeight].map((top) => ({ left, top })))
  const differences = []
  for (const quarter of quarters) {
    const part = await sharp(picture)
      .extract({ ...quarter, width: halfWidth, height: halfHeight })
      .toBuffer()
    const { channels } = await sharp(part).stats()
    differences.push((channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0))
  }
  return Math.min(...differences)
}

test('the watermark is in every quarter of every page, and what was there stays', async () => {
  const { count, text, isWhole, reds } = await stampAndDraw(bookPdf([['Title'], ['Second'], ['Third']]), [1, 2, 3])
  expect({ count, text, isWhole }).toEqual({ count: 3, text: 'Title', isWhole: false })
  for (const red of reds) expect(red).toBeGreaterThan(0.4)
})

test.each([
  ['lies on its side', createPdf({ content: '', size: [842, 595] })],
  ['is turned', turnedPdf()],
  ['changes the coordinates and leaves them so', createPdf({ content: '3 0 0 3 900 900 cm 0 0 9 9 re f' })],
])('a page that %s gets it too', async (_what, bytes) => {
  expect((await stampAndDraw(bytes)).reds[0]).toBeGreaterThan(0.4)
})

test('a document whose table is packed, with its pages in a container, gets an update of the same kind', async () => {
  const { count, text, isWhole, reds, part } = await stampAndDraw(packedPdf())
  expect({ count, text, isWhole }).toEqual({ count: 1, text: 'Packed', isWhole: false })
  expect(part.toString('latin1')).toContain('/Type /XRef')
  expect(reds[0]).toBeGreaterThan(0.4)
})

test('an encrypted document that opens without a password is rewritten', async () => {
  const pdf = new PDFDocument({ ownerPassword: 'council', permissions: {}, pdfVersion: '1.7' })
  const bytes = buffer(pdf)
  pdf.text('Encrypted')
  pdf.end()
  const { text, isWhole, reds } = await stampAndDraw(await bytes)
  expect({ text, isWhole }).toEqual({ text: 'Encrypted', isWhole: true })
  expect(reds[0]).toBeGreaterThan(0.4)
})

test('a document whose table is somewhere else is rewritten, and noise is refused with a reason', async () => {
  const torn = Buffer.from(
    textPdf(['Torn'])
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7'),
    'latin1',
  )
  expect(await stampAndDraw(torn)).toMatchObject({ text: 'Torn', isWhole: true })
  const noise = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5_000)])
  await expect(stampAndDraw(noise)).rejects.toMatchObject({ name: 'MediaError', retryable: false })
})

test.runIf(existsSync('/proc/self/fd'))('a document that is refused leaves no file open', async () => {
  const { folder, put } = await openMediaFolder()
  const path = await put('noise.pdf', Buffer.from('%PDF-1.7\nnothing that a reader could use'))
  await expect(stampPdf({ path, folder, watermark })).rejects.toThrow()
  // A file that was about to be opened is open after this.
  await readFile(path)
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return [] // Closed since the folder was listed.
    }
  })
  expect(open.filter((file) => file.startsWith(folder))).toEqual([])
})

test('100 pages are stamped within two seconds, and a scan of 300 MB is hardly read', async () => {
  const { folder, put } = await openMediaFolder()
  const book = await put('book.pdf', bookPdf(Array.from({ length: 100 }, (_, page) => [`Page ${page}`])))
  await stampPdf({ path: book, folder, watermark })
  const started = process.cpuUsage()
  await stampPdf({ path: book, folder, watermark })
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1e6).toBeLessThan(2)

  // A table at the end, and 300 MB of nothing in the middle.
  const head = Buffer.from('%PDF-1.7\n')
  const path = join(folder, 'scan.pdf')
  const scan = await open(path, 'w')
  const rest = textPdf(['Scan']).subarray(head.length)
  const moved = rest.toString('latin1')
  const gap = 300_000_000
  const shifted = moved
    .replace(/(\d{10}) 00000 n/g, (_, offset: string) => `${String(Number(offset) + gap).padStart(10, '0')} 00000 n`)
    .replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${Number(offset) + gap}`)
  await scan.write(head, 0, head.length, 0)
  await scan.write(Buffer.from(shifted, 'latin1'), 0, shifted.length, gap + head.length)
  await scan.close()
  const before = process.memoryUsage.rss()
  const { file } = await stampPdf({ path, folder, watermark })
  expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000)
  expect((await stat(join(folder, file))).size).toBeLessThan(100_000)
})

/** Viewers turn its page by a quarter. */
function turnedPdf() {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 90 /MediaBox [0 0 595 842] >>',
    '<< /Type /Page /Parent 2 0 R >>',
  ])
}

/** As most programs write them: objects in a container, and the table as a stream with differences between its rows. */
function packedPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>',
  ]
  const offsets = objects.map((_, index) => objects.slice(0, index).join(' ').length + (index > 0 ? 1 : 0))
  const heads = objects.map((_, index) => `${index + 1} ${offsets[index]}`).join(' ')
  const container = deflateSync(`${heads} ${objects.join(' ')}`)
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const at = () => parts.reduce((sum, { length }) => sum + length, 0)
  const add = (number: number, content: Buffer) => {
    const offset = at()
    parts.push(Buffer.from(`${number} 0 obj\n`), content, Buffer.from('\nendobj\n'))
    return offset
  }
  const content = add(4, pdfStream('', 'BT /F 18 Tf 50 780 Td (Packed) Tj ET'))
  const packed = add(5, pdfStream(`/Type /ObjStm /N 3 /First ${heads.length + 1} /Filter /FlateDecode`, container))
  const table = at()
  const rows = [
    [0, 0, 0],
    [2, 5, 0],
    [2, 5, 1],
    [2, 5, 2],
    [1, content, 0],
    [1, packed, 0],
    [1, table, 0],
  ].map(([type = 0, first = 0, second = 0]) => [type, first >> 8, first & 255, second])
  const filtered = rows.flatMap((row, index) => [
    2,
    ...row.map((value, column) => (value - (rows[index - 1]?.[column] ?? 0)) & 255),
  ])
  const dictionary =
    '/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>'
  add(6, pdfStream(dictionary, deflateSync(Buffer.from(filtered))))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${table}\n%%EOF`)])
}
