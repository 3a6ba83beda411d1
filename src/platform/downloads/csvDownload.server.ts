import { Readable } from 'node:stream'
import { todayIn } from '#ui/format/dates.ts'
import { countTransfer } from '../limits/concurrentTransfers.server.ts'

/** A table's columns by heading. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number>

interface RowPage<Row> {
  rows: Row[]
  next: string | null
}

/** Reads a table page by page, so that memory stays constant for any number of rows. */
export async function* csvLines<Row>(
  columns: CsvColumns<Row>,
  readPage: (cursor: string | undefined) => Promise<RowPage<Row>>,
) {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns))
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const { rows, next } = await readPage(cursor)
    yield rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('')
    cursor = next
  }
}

/** The file's name has the date, which is the agent's own. */
export function csvDownload(lines: AsyncIterable<string>, name: string, timeZone: string) {
  countTransfer()
  return new Response(Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${todayIn(timeZone)}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}

/** A format that sorts as text and that spreadsheets recognise as a time. */
export const csvTimeFormat = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (moment: Date) => format.format(moment)
}

/** A spreadsheet would read this as a formula, also after spaces. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

/** Spreadsheets read a plus and digits as a number, not as a formula, so phone numbers are exported as they are. */
const PHONE = /^\+\d{5,20}$/

const looksLikeFormula = (text: string) => FORMULA.test(text) && !PHONE.test(text)

/** One cell (RFC 4180). An apostrophe turns formulas into text, so that nothing a buyer typed can run. */
export function csvCell(value: string | number) {
  const text = typeof value === 'string' && looksLikeFormula(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: (string | number)[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Without it, Excel shows macrons as garbage. */
export const BYTE_ORDER_MARK = '\ufeff'
