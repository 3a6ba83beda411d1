const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY = '(0?[1-9]|[12]\\d|3[01])'
const MONTH = '(0?[1-9]|1[0-2])'
const YEAR = '(20\\d\\d)'

const YEAR_FIRST = new RegExp(`(?<!\\d)${YEAR}([-._])${MONTH}\\2${DAY}(?!\\d)`, 'g')
const DAY_FIRST = new RegExp(`(?<!\\d)${DAY}([-._])${MONTH}\\2${YEAR}(?!\\d)`, 'g')
const YEAR_FIRST_DIGITS = /(?<!\d)(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/g
const DAY_FIRST_DIGITS = /(?<!\d)(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(20\d\d)(?!\d)/g

/** Holds a date together, and does not count as a space that the writer of the name put in. */
const DATE_SPACE = '\u00a0'
const spellDate = (day: string, month: string, year: string) =>
  `,${[Number(day), MONTHS[Number(month) - 1], year].join(DATE_SPACE)},`

/** Dates as New Zealanders read them: `20250314`, `2025-03-14` and `14.03.2025` are "14 Mar 2025"; each a part of its own. */
export const spellDates = (name: string) =>
  name
    .replace(YEAR_FIRST, (_, year, _joint, month, day) => spellDate(day, month, year))
    .replace(DAY_FIRST, (_, day, _joint, month, year) => spellDate(day, month, year))
    .replace(YEAR_FIRST_DIGITS, (_, year, month, day) => spellDate(day, month, year))
    .replace(DAY_FIRST_DIGITS, (_, day, month, year) => spellDate(day, month, year))
    .replace(YEAR_RANGE, (years, first, last) => (isNextYear(first, last) ? `${first}-${last}` : years))

/** Rates run from July to June: `2025_2026` is "2025-26". */
const YEAR_RANGE = /(?<!\d)(20\d\d)[-_ ](?:20)?(\d\d)(?!\d)/g
const isNextYear = (first: string, last: string) => (Number(first) + 1) % 100 === Number(last)

const SPELLED_DATE = /\b\d{1,2}\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s20\d\d\b/gi
const TIME_PATTERN = /\b\d{1,2}[.:]\d{2}(?:[.:]\d{2})?(?:\s?[ap]m)?\b/gi
const LONG_NUMBER = /\b\d{6,}\b/g

/** Without the day and the time. */
export const dropDates = (name: string) => name.replace(SPELLED_DATE, ' ').replace(TIME_PATTERN, ' ').replace(LONG_NUMBER, ' ')

/** The part of a name that its writer put in capitals, or did not. */
export const withoutDates = (name: string) => name.replace(SPELLED_DATE, ' ')
