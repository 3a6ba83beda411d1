import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read } from 'xlsx'
import { BYTE_ORDER_MARK, csvCell, csvLine } from './csv.ts'

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

test('every text is unchanged, except for an apostrophe before a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.string()), { minLength: 1 }), (cells) => {
      const read = readLine(csvLine(cells))
      expect(read).toHaveLength(cells.length)
      for (const [place, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(read[place])
    }),
  )
})

test('threat 94: no cell is interpreted as a formula', () => {
  fc.assert(
    fc.property(odd, (text) => {
      const [read = ''] = readLine(csvCell(text))
      expect(read).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      expect(read).not.toMatch(/^[\t\r]/)
    }),
  )
})

test('phone numbers and numbers are unchanged', () => {
  expect(csvLine(['Mere "M" Walker', '+64215550123', 'one\r\ntwo', 3, -1])).toBe(
    `"Mere ""M"" Walker",+64215550123,"one\r\ntwo",3,-1\r\n`,
  )
})

test.each([
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  ' ＝1+1',
  '+64 21-555',
  '+64215550123+1',
  '=1+64215550123',
  '+1',
  '-1',
  '=1',
])('a cell that could be a formula is marked as text: %s', (text) => expect(csvCell(text)).toBe(`'${text}`))

test('a spreadsheet shows phone numbers unchanged and no typed text as a formula', () => {
  const typed = ['+64215550123', '=1+1', '@SUM(1)', '＝1+1', '-2+3', 'Ngā "N", x', 'one\r\ntwo', '\t=1+1', '+1+1']
  const text = csvLine(typed)
  // Opened as a file, and imported with every column as text.
  for (const raw of [false, true]) {
    const { Sheets, SheetNames } = read(text, { type: 'string', raw })
    const sheet = Sheets[SheetNames[0] ?? ''] ?? {}
    const cells = Object.entries(sheet).filter(([place]) => /^[A-Z]+1$/.test(place))
    expect(cells).toHaveLength(typed.length)
    expect(cells.filter(([, cell]) => cell.f !== undefined)).toEqual([])
    expect(sheet.A1.w ?? sheet.A1.v).toBe('+64215550123')
    expect(sheet.F1.v).toBe('Ngā "N", x')
  }
  // The same library does find a formula in a cell without the apostrophe.
  expect(read('=1+1', { type: 'string' }).Sheets.Sheet1?.A1.f).toBe('1+1')
})

test('a spreadsheet reads macrons because of the byte order mark', () => {
  const open = (text: string) => read(Buffer.from(text), { type: 'buffer' }).Sheets.Sheet1?.A1.v
  expect(open(BYTE_ORDER_MARK + csvLine(['Ngā']))).toBe('Ngā')
  expect(open(csvLine(['Ngā']))).not.toBe('Ngā')
})
