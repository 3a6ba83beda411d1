import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName } from './files.schema.ts'

test.each([
  ['LIM 12 Rata St.pdf', 'LIM 12 Rata St.pdf'],
  ['  Building   report.pdf ', 'Building report.pdf'],
  ['Whānau kōrero – “final”.docx', 'Whānau kōrero – “final”.docx'],
  ['間取り図.pdf', '間取り図.pdf'],
  ['Kitchen 👩‍🍳.jpg', 'Kitchen 👩‍🍳.jpg'],
  ['2/14 Rata St LIM.pdf', '2-14 Rata St LIM.pdf'],
  ['a"b\'c;d=e.pdf', 'a"b\'c;d=e.pdf'],
  ['Cafe\u0301.pdf', 'Café.pdf'],
])('a good name stays: %j', (name, clean) => {
  expect(cleanFileName(name)).toBe(clean)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/etc/shadow', 'shadow'],
  ['C:\\fakepath\\LIM.pdf', 'LIM.pdf'],
  ['photos/../../LIM.pdf', 'LIM.pdf'],
  ['.\u200b./secret', 'secret'],
  ['.htaccess', 'htaccess'],
  ['LIM.pdf. . .', 'LIM.pdf'],
  ['LIM\0.pdf', 'LIM.pdf'],
  ['a"\r\nX: y.pdf', 'a" X: y.pdf'],
  ['LIM\u2028report.pdf', 'LIM report.pdf'],
  ['LIM\u202efdp.exe', 'LIMfdp.exe'],
  ['\u2066LIM\u2069.pdf', 'LIM.pdf'],
  ['\ufeffLIM\u001b[31m.pdf', 'LIM[31m.pdf'],
  ['LIM\ud800.pdf', 'LIM.pdf'],
])('threat 31: %j becomes %j', (name, clean) => {
  expect(cleanFileName(name)).toBe(clean)
})

test.each(['', ' ', '.', '..', '../', '/', '\\', '\0', '\u202e', '. . .', '\ud800', 'a/..'])(
  'threat 31: %j has no usable file name',
  (name) => expect(cleanFileName(name)).toBeNull(),
)

test('threat 31: 5,000 characters are cut to 255, and the extension stays', () => {
  const clean = cleanFileName(`${'Rata '.repeat(1_000)}.pdf`)
  expect(clean).toHaveLength(255)
  expect(clean).toMatch(/^Rata Rata .*\.pdf$/)
})

test('threat 31: no surrogate pair is split', () => {
  const clean = cleanFileName(`a${'🏠'.repeat(400)}.jpg`)
  expect(clean?.isWellFormed()).toBe(true)
  expect(clean).toMatch(/🏠\.jpg$/u)
})

test('threat 31: every input becomes a safe name, and a safe name does not change', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '../',
      '..\\',
      '/',
      'C:\\',
      '\0',
      '\r\n',
      '\u202e',
      '\u2066',
      '.',
      ' ',
      '.pdf',
      '\ud800',
      '🏠'.repeat(150),
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const clean = cleanFileName(pieces.join(''))
      if (clean === null) return
      expect(clean.length).toBeGreaterThan(0)
      expect(clean.length).toBeLessThanOrEqual(255)
      expect(clean).not.toMatch(/[\\/]|^\.|^\s|[\s.]$|\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
      expect(clean.isWellFormed()).toBe(true)
      expect(cleanFileName(clean)).toBe(clean)
    }),
    { numRuns: 2_000 },
  )
})
