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
