/** What a spreadsheet would take for a formula, also behind spaces. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

/** A plus and digits are a number to a spreadsheet, not a formula, so a phone number comes out as it is and can be imported elsewhere. */
const PHONE = /^\+\d{5,20}$/

const looksLikeFormula = (text: string) => FORMULA.test(text) && !PHONE.test(text)

/** One cell (RFC 4180). An apostrophe marks as text what a spreadsheet could run, so nothing that a buyer typed is a formula. */
export function csvCell(value: string | number) {
  const text = typeof value === 'string' && looksLikeFormula(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: (string | number)[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Without it Excel reads macrons as something else. */
export const BYTE_ORDER_MARK = '\ufeff'
