import { expect, test } from 'vitest'
import { zipEntryName } from './documentsZip.server.ts'

test.each([
  ['LIM report.pdf', '01 LIM report.pdf'],
  ['Kōwhai – plan & section.pdf', '01 Kōwhai – plan & section.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j.pdf', '01 a b c d e f g h i j.pdf'],
  ['../../etc/passwd', '01 etc passwd'],
  ['line\r\nbreak\0.pdf', '01 line break.pdf'],
  ['invoice\u202efdp.exe', '01 invoice fdp.exe'],
  ['  ends with dots... .pdf', '01 ends with dots.pdf'],
  ['.pdf', '01 Document.pdf'],
  ['', '01 Document'],
  ['CON.pdf', '01 CON.pdf'],
])('%j is called %j', (name, expected) => expect(zipEntryName(name, 0, 9)).toBe(expected))

test('a long name keeps its extension', () => {
  const name = zipEntryName(`${'🏡'.repeat(300)}.pdf`, 0, 1)
  expect(name.isWellFormed()).toBe(true)
  expect(name).toMatch(/^01 🏡{120}\.pdf$/u)
})

test('numbers have as many digits as the last one', () => {
  expect(zipEntryName('A.pdf', 6, 12)).toBe('07 A.pdf')
  expect(zipEntryName('A.pdf', 6, 120)).toBe('007 A.pdf')
})
