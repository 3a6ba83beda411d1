import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { compoundFile, createZip, openXmlFile } from '../../../test/fixtures/content/officeFiles.ts'
import { textPdf } from '../../../test/fixtures/content/pdf.ts'
import { openMediaFolder } from '../../../test/support/services/mediaWorker.ts'
import { projectRoot } from '../config/projectRoot.server.ts'
import { type ClaimedType, detectFileType, refusalMessages } from './inspectFile.media.ts'

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#3a7' } })
const jpeg = await picture.clone().jpeg().toBuffer()
const png = await picture.clone().png().toBuffer()
const pdf = textPdf(['Land information memorandum'])
const docx = await openXmlFile(`${OPEN_XML}.wordprocessingml.document`, 'word/document.xml')
const doc = compoundFile(['1Table', 'WordDocument'])
const mp4 = (brand: string) =>
  Buffer.concat([Buffer.from(`\0\0\0\x14ftyp${brand}\0\0\0\0isom`, 'latin1'), Buffer.alloc(64)])
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

type Bytes = string | Buffer | Promise<Buffer>

async function sniffed(bytes: Bytes, claim: ClaimedType = {}) {
  const { put } = await openMediaFolder()
  return detectFileType(await put('upload', await bytes), claim)
}

describe('what is accepted', () => {
  test.each<[string, Bytes, string]>([
    ['LIM.pdf', pdf, 'application/pdf'],
    ['with an empty line first.pdf', Buffer.concat([Buffer.from('\r\n'), pdf]), 'application/pdf'],
    ['notes.docx', docx, `${OPEN_XML}.wordprocessingml.document`],
    ['rent.xlsx', openXmlFile(`${OPEN_XML}.spreadsheetml.sheet`, 'xl/workbook.xml'), `${OPEN_XML}.spreadsheetml.sheet`],
    [
      'pitch.pptx',
      openXmlFile(`${OPEN_XML}.presentationml.presentation`, 'ppt/presentation.xml'),
      `${OPEN_XML}.presentationml.presentation`,
    ],
    ['old.doc', doc, 'application/msword'],
    [
      'old and long.doc',
      compoundFile(['Data', '0Table', 'SummaryInformation', 'WordDocument'], 20_000),
      'application/msword',
    ],
    ['old.xls', compoundFile(['Workbook']), 'application/vnd.ms-excel'],
    ['older.xls', compoundFile(['Book']), 'application/vnd.ms-excel'],
    ['old.ppt', compoundFile(['Current User', 'PowerPoint Document']), 'application/vnd.ms-powerpoint'],
    ['notes.txt', 'Chattels: dishwasher, drapes, “fixed” floor coverings.', 'text/plain'],
    ['from Windows.txt', Buffer.from('Caf\xe9 \x96 12 Rata St', 'latin1'), 'text/plain'],
    ['from Notepad.txt', utf16('Whare Pātene'), 'text/plain'],
    ['starts like a bitmap.txt', 'BM is short for body corporate manager.', 'text/plain'],
    ['rent.csv', 'week,rent\n1,650\n', 'text/csv'],
    ['front.jpg', jpeg, 'image/jpeg'],
    ['front.png', png, 'image/png'],
    ['front.webp', picture.clone().webp().toBuffer(), 'image/webp'],
    ['front.gif', picture.clone().gif().toBuffer(), 'image/gif'],
    ['walk.mp4', mp4('isom'), 'video/mp4'],
    ['walk.m4v', mp4('M4V '), 'video/mp4'],
    ['front.heif', mp4('mif1'), 'image/heif'],
  ])('%s', async (name, bytes, type) => {
    expect(await sniffed(bytes, { name, contentType: 'application/octet-stream' })).toEqual({ accepted: true, type })
    expect(await sniffed(bytes)).toMatchObject({ accepted: true })
  })

  test('a photo as an iPhone takes it', async () => {
    const path = join(projectRoot, 'test/samples/phone.heic')
    expect(await detectFileType(path, { name: 'IMG_0412.HEIC' })).toEqual({ accepted: true, type: 'image/heic' })
  })
})

describe('threat 30: what is refused, regardless of its name and type', () => {
  const page = '<!doctype html><script>alert(1)</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  test.each<[string, Bytes, string]>([
    ['nothing', '', refusalMessages.empty],
    ['a web page', page, refusalMessages.webPage],
    ['a web page after a long pause', `${' \n'.repeat(5_000)}<HTML><body>`, refusalMessages.webPage],
    ['a web page behind a greeting', `Dear buyer\n${page}`, refusalMessages.webPage],
    ['a web page in two bytes a letter', utf16(page), refusalMessages.webPage],
    ['a web page without a head', '<a href="javascript:alert(1)">LIM</a>', refusalMessages.webPage],
    ['XML', '<?xml version="1.0"?><report/>', refusalMessages.webPage],
    ['a drawing', svg, refusalMessages.drawing],
    ['a drawing with a declaration', `<?xml version="1.0"?>${svg}`, refusalMessages.drawing],
    [
      'a Windows program',
      Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(512)]),
      refusalMessages.program,
    ],
    [
      'a Linux program',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(512)]),
      refusalMessages.program,
    ],
    ['a script', '#!/bin/sh\nrm -rf /\n', refusalMessages.program],
    ['PHP', '<?php system($_GET[0]); ?>', refusalMessages.webPage],
    ['an archive', createZip({ 'LIM.pdf': 'inside' }), refusalMessages.archive],
    ['a Java program', createZip({ 'META-INF/MANIFEST.MF': 'Main-Class: A' }), refusalMessages.program],
    [
      'Word with macros',
      openXmlFile('application/vnd.ms-word.document.macroEnabled', 'word/document.xml'),
      refusalMessages.macros,
    ],
    ['old Word with macros', compoundFile(['WordDocument', 'Macros', 'VBA']), refusalMessages.macros],
    ['Word with a password', compoundFile(['EncryptionInfo', 'EncryptedPackage']), refusalMessages.locked],
    ['an installer', compoundFile(['!_StringData', '!_Tables']), refusalMessages.unknown],
    ['a QuickTime film', mp4('qt  '), refusalMessages.film],
    ['noise', Buffer.from('00ff13374242000102fe', 'hex'), refusalMessages.unknown],
    ['a PDF behind a web page', Buffer.concat([Buffer.from(page), pdf]), refusalMessages.webPage],
    [
      'a PDF with a web page in its first lines',
      Buffer.concat([Buffer.from(`%PDF-1.7\n${page}\n`), pdf]),
      refusalMessages.twoThings,
    ],
    ['a GIF with a script in its first bytes', 'GIF89a\x2f\x2a<script>alert(1)</script>', refusalMessages.twoThings],
    [
      'a picture behind a music tag',
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), png]),
      refusalMessages.twoThings,
    ],
  ])('%s', async (_what, bytes, why) => {
    expect(await sniffed(bytes, { name: 'LIM.pdf', contentType: 'application/pdf' })).toEqual({ accepted: false, why })
    expect(await sniffed(bytes)).toEqual({ accepted: false, why })
  })

  test.each<[string, Bytes, string, string]>([
    ['report.exe', pdf, 'application/pdf', refusalMessages.program],
    ['report.html', pdf, 'application/pdf', refusalMessages.webPage],
    ['plan.svg', png, 'image/png', refusalMessages.drawing],
    ['invoice.docm', docx, '', refusalMessages.macros],
    ['install.bat', 'del /s c:\\', 'text/plain', refusalMessages.program],
    ['feed.ics', 'BEGIN:VCALENDAR', 'text/plain', refusalMessages.unknown],
    ['notes.txt', 'Hello', 'text/html', refusalMessages.webPage],
  ])('a name or type that would be run or shown as a page: %s', async (name, bytes, contentType, why) => {
    expect(await sniffed(bytes, { name, contentType })).toEqual({ accepted: false, why })
  })
})

describe('a claim that is not true', () => {
  test.each<[string, Bytes, ClaimedType, string]>([
    ['a JPEG called .png', jpeg, { name: 'front.png', contentType: 'image/png' }, 'image/jpeg'],
    ['old Word called .docx', doc, { name: 'notes.docx' }, 'application/msword'],
    ['a CSV that Windows calls Excel', 'a,b', { name: 'a.csv', contentType: 'application/vnd.ms-excel' }, 'text/csv'],
    ['no extension', pdf, { name: 'LIM 12 Rata St. Final' }, 'application/pdf'],
    ['a number after the dot', pdf, { name: 'Rates 30.06.2026' }, 'application/pdf'],
    ['an unknown type', pdf, { name: 'LIM', contentType: 'binary/unknown' }, 'application/pdf'],
  ])('of the same family is corrected: %s', async (_what, bytes, claim, type) => {
    expect(await sniffed(bytes, claim)).toEqual({ accepted: true, type })
  })

  test.each<[string, Bytes, ClaimedType, RegExp]>([
    ['a photo called .pdf', jpeg, { name: 'LIM.pdf' }, /labelled as a PDF, but it’s a JPEG photo/],
    ['text called .pdf', 'Hello', { name: 'LIM.pdf' }, /labelled as a PDF, but it’s plain text/],
    ['a PDF called .jpg', pdf, { name: 'front.jpg' }, /labelled as a JPEG photo, but it’s a PDF/],
    ['a PDF sent as a photo', pdf, { contentType: 'image/jpeg' }, /labelled as a JPEG photo, but it’s a PDF/],
    ['Word called .pdf', docx, { name: 'a.pdf' }, /labelled as a PDF, but it’s a Word document/],
  ])('of another family is refused: %s', async (_what, bytes, claim, why) => {
    expect(await sniffed(bytes, claim)).toEqual({ accepted: false, why: expect.stringMatching(why) })
  })
})

test('threat 30: no content or name makes it fail, and it accepts nothing that begins like a web page', async () => {
  const { put } = await openMediaFolder()
  const starts = [
    '',
    '<html>',
    '%PDF-1.7',
    'PK\x03\x04',
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    'GIF89a',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
  ]
  const bytes = fc
    .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2_000 }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]))
  await fc.assert(
    fc.asyncProperty(bytes, fc.string(), async (content, name) => {
      const answer = await detectFileType(await put('upload', content), { name })
      if (content.toString('latin1', 0, 6) === '<html>') expect(answer.accepted).toBe(false)
      if (!answer.accepted) expect(answer.why).toMatch(/^[A-Z].*\.$/)
    }),
    { numRuns: 200 },
  )
})
