import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

/** Reads a line as RFC 4180 says. */
function readLine(line: string) {
  const cells: string[] = []
  let rest = line.replace(/\r\n$/, '')
  for (;;) {
    const [whole = '', quoted, plain = ''] = rest.match(/^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/) ?? []
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    rest = rest.slice(whole.length)
    if (rest === '') return cells
    if (!rest.startsWith(',')) throw new Error(`Unreadable: ${rest}`)
    rest = rest.slice(1)
  }
}

const odd = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', 'a', '１', '＝'),
})

test('whatever was typed comes out again, but for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.string()), { minLength: 1 }), (cells) => {
      const read = readLine(csvLine(cells))
      expect(read).toHaveLength(cells.length)
      for (const [place, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(read[place])
    }),
  )
})

test('no cell is taken for a formula', () => {
  fc.assert(
    fc.property(odd, (text) => {
      const [read = ''] = readLine(csvCell(text))
      expect(read).not.toMatch(/^\s*[=+\-@]/)
      expect(read).not.toMatch(/^[\t\r]/)
    }),
  )
})

test('a phone number stays readable, a number stays a number', () => {
  expect(csvLine(['Mere "M" Walker', '+64215550123', 'one\r\ntwo', 3, -1])).toBe(
    `"Mere ""M"" Walker",'+64215550123,"one\r\ntwo",3,-1\r\n`,
  )
})
