/** What a spreadsheet would take for a formula, also behind spaces. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

/** One cell (RFC 4180). An apostrophe is how spreadsheets mark what is only text: what a buyer typed is never run. */
export function csvCell(value: string | number) {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: (string | number)[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Without it Excel reads macrons as something else. */
export const BYTE_ORDER_MARK = '\ufeff'
