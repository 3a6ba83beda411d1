import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { read } from 'xlsx'
import { runInRequestContext } from '../http/currentRequest.server.ts'
import { BYTE_ORDER_MARK, csvCell, csvDownload, csvLine, csvLines, csvTimeFormat } from './csvDownload.server.ts'

const request = { nonce: '', requestId: '', clientIp: '203.0.113.77', peer: '', reachedCall: false }
const columns = {
  Name: (row: { name: string; leads: number }) => row.name,
  Leads: (row: { leads: number }) => row.leads,
}

/** Fails when more than two pages are read. */
function twoPages() {
  let reads = 0
  return async (cursor: string | undefined) => {
    reads += 1
    if (reads > 2) throw new Error('There are only two pages.')
    return cursor
      ? { rows: [{ name: '=SUM(A1)', leads: 2 }], next: null }
      : {
          rows: [
            { name: 'Māori', leads: 1 },
            { name: 'b', leads: 0 },
          ],
          next: 'second',
        }
  }
}

test('a table is sent page by page, as a file with the agent’s date that is not cached', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T13:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const response = runInRequestContext(request, () =>
    csvDownload(csvLines(columns, twoPages()), 'leads', 'Pacific/Auckland'),
  )
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="leads-2026-03-02.csv"',
    'cache-control': 'private, no-store',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [heading, ...rows] = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n')
  expect(heading).toBe('Name,Leads')
  expect(rows).toHaveLength(3)
  expect(rows.slice(0, 2)).toEqual(['Māori,1', 'b,0'])
  expect(rows[2]).not.toMatch(/^=/)
})

test('times are in the given time zone, and sort as text', () => {
  expect(csvTimeFormat('Pacific/Auckland')(new Date('2026-03-02T09:05:00Z'))).toBe('2026-03-02 22:05')
})

test('downloads count towards the transfer limit of an IP address', () => {
  const ends: (() => void)[] = []
  onTestFinished(() => ends.forEach((end) => void end()))
  const context = { ...request, onClose: (listener: () => void) => void ends.push(listener) }
  const download = () =>
    runInRequestContext(context, () => csvDownload(csvLines(columns, twoPages()), 'leads', 'Pacific/Auckland'))
  for (let turn = 1; turn <= 100; turn++) void download().body?.cancel()
  expect(download).toThrow('Too many downloads')
})

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
