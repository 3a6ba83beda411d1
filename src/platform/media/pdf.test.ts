import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  bookPdf,
  createPdf,
  explodingPdf,
  lockedPdf,
  pdfStream,
  textPdf,
  writePdf,
} from '../../../test/fixtures/content/pdf.ts'
import { openMediaFolder, openMediaWorker, useMediaWorker } from '../../../test/support/services/mediaWorker.ts'

const media = useMediaWorker()

const MEGABYTE = 1024 * 1024

test('a document gets its page count, an image of the first page and its text', async () => {
  const { folder, put } = await openMediaFolder()
  const pages = [['Land Information Memorandum', '12 Rata Street'], ['Issued'], ['10 February 2026'], ['Rates']]
  const path = await put('lim.pdf', bookPdf(pages))
  expect(await media.processPdf(path, folder)).toEqual({
    pages: 4,
    isLocked: false,
    text: 'Land Information Memorandum\n12 Rata Street',
    nextText: 'Issued\n10 February 2026',
    thumbnail: { file: 'thumbnail.webp', width: 480, height: 679, bytes: expect.any(Number) },
  })

  const thumbnail = sharp(join(folder, 'thumbnail.webp'))
  expect(await thumbnail.metadata()).toMatchObject({ format: 'webp', width: 480, height: 679, hasAlpha: false })
  const { channels } = await thumbnail.stats()
  expect(channels[0]?.min).toBeLessThan(60)
  expect(channels[0]?.max).toBeGreaterThan(250)
})

test('the first 4,000 characters of the first page are kept, without those that a database cannot store', async () => {
  const { folder, put } = await openMediaFolder()
  const { text } = await media.processPdf(
    await put('long.pdf', textPdf(Array(300).fill('Chattels \\000 and drapes'))),
    folder,
  )
  expect(text).toMatch(/^Chattels\s+and drapes/)
  expect(text.length).toBeGreaterThan(3_000)
  expect(text.length).toBeLessThanOrEqual(4_000)
  expect(text).not.toContain('\0')
})

test.each([
  ['scan-jbig2.pdf', [0, 0, 0]],
  ['scan-jpeg2000.pdf', [8, 127, 91]],
])('the first page of %s is drawn as it was scanned', async (name, [red = 0, green = 0, blue = 0]) => {
  const { folder } = await openMediaFolder()
  const facts = await media.processPdf(join(import.meta.dirname, '../../../test/samples', name), folder)
  expect(facts).toMatchObject({ pages: 1, text: '', thumbnail: { width: 480, height: 679 } })
  const thumbnail = sharp(join(folder, 'thumbnail.webp'))
  const averageOf = async (left: number, top: number) => {
    const { channels } = await sharp(
      await thumbnail.clone().extract({ left, top, width: 20, height: 20 }).toBuffer(),
    ).stats()
    return channels.map(({ mean }) => mean)
  }
  const [document, block] = [await averageOf(80, 420), await averageOf(206, 414)]
  for (const value of document) expect(value).toBeGreaterThan(240)
  for (const [index, value] of [red, green, blue].entries())
    expect(Math.abs((block[index] ?? 255) - value)).toBeLessThan(12)
})

test.each<[string, [number, number], number, number]>([
  ['a plan lying on its side', [1191, 842], 480, 339],
  ['a roll', [200, 4000], 48, 960],
])('%s keeps its shape', async (_what, size, width, height) => {
  const { folder, put } = await openMediaFolder()
  const { thumbnail } = await media.processPdf(await put('plan.pdf', createPdf({ content: '', size })), folder)
  expect(thumbnail).toMatchObject({ width, height })
})

test('a password-protected document is accepted, without page count and image', async () => {
  const { folder, put } = await openMediaFolder()
  const facts = await media.processPdf(await put('locked.pdf', lockedPdf()), folder)
  expect(facts).toEqual({ pages: null, isLocked: true, text: '', nextText: '', thumbnail: null })
})

test('a scan of 300 MB is read with 40 MB of memory', async () => {
  const { media, folder } = await openMediaWorker({ maxWasmBytes: 40 * MEGABYTE })
  const path = join(folder, 'scan.pdf')
  await writeLongScan(path, 300 * MEGABYTE)
  const facts = await media.processPdf(path, folder)
  expect(facts).toMatchObject({ pages: 1, text: 'Page one', thumbnail: { width: 480 } })
})

/** The pages after the first are a hole in the file, which takes no room on the disk. */
async function writeLongScan(path: string, length: number) {
  const start = textPdf(['Page one'])
  const end = start
    .toString('latin1')
    .replace(/[\s\S]*(?=xref\n0)/, '')
    .replace(/\d+(?=\n%%EOF)/, String(length))
  const file = await open(path, 'w')
  await file.write(start.subarray(0, start.lastIndexOf('xref\n0')))
  await file.write(Buffer.from(end), 0, end.length, length)
  await file.close()
}

test.each<[string, () => Buffer]>([
  ['drawings inside drawings', explodingPdf],
  ['160 MB of spaces, packed twice into a few hundred bytes', packedSpaces],
])('threat 35: a bomb counts as a document, but is not drawn: %s', async (_what, bomb) => {
  const { media, folder, put } = await openMediaWorker({ maxWasmBytes: 128 * MEGABYTE, timeLimitMs: 60_000 })
  const path = await put('bomb.pdf', bomb())
  expect(await media.processPdf(path, folder)).toEqual({
    pages: 1,
    isLocked: false,
    text: '',
    nextText: '',
    thumbnail: null,
  })
  expect(await media.processPdf(await put('next.pdf', textPdf(['Next'])), folder)).toMatchObject({ text: 'Next' })
})

function packedSpaces() {
  const once = deflateSync(Buffer.alloc(160 * MEGABYTE, ' '))
  return createPdf({ content: deflateSync(once), filter: '/Filter [/FlateDecode /FlateDecode]' })
}

test.each<[string, Buffer]>([
  ['noise after the first line', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 0x9c)])],
  ['half a document', textPdf(['Land Information Memorandum'], 7).subarray(0, 90)],
  ['no page at all', writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'])],
])('a damaged document is refused with a reason: %s', async (_what, bytes) => {
  const { folder, put } = await openMediaFolder()
  await expect(media.processPdf(await put('broken.pdf', bytes), folder)).rejects.toMatchObject({
    name: 'MediaError',
    message: 'This PDF is damaged or incomplete. Export it again and re-upload it.',
    retryable: false,
  })
})

test('a document with a broken first page still gets its page count', async () => {
  const { folder, put } = await openMediaFolder()
  const bytes = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [9 0 R 3 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    pdfStream('', ''),
  ])
  expect(await media.processPdf(await put('gap.pdf', bytes), folder)).toMatchObject({ pages: 2, thumbnail: null })
})
