import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { fileExtension, fileTypeForExtension } from '#platform/media/fileTypes.ts'
import { cleanFileName, MAX_FILE_NAME_LENGTH } from '../files.schema.ts'

/** What the kind's own name says already. */
const WORDS_OF_TYPE: Record<DocumentType, RegExp[]> = {
  title: [
    /\b(?:record|certificate|copy) of titles?\b/gi,
    /\b(?:guaranteed )?search copy\b|\bcomputer freehold register\b/gi,
    /\btitles?(?: search| deed| document)?\b(?! plan)|\b(?:ct|cfr|rot|rt)\b/gi,
  ],
  lim: [/\b(?:land information memorandum|lim)(?: reports?)?\b/gi],
  building_report: [
    /\b(?:building|builder'?s?|builders'?|house|property)(?: inspection| condition| survey)? reports?\b/gi,
    /\b(?:building|house|property) inspection\b|\b(?:inspection )?reports?\b/gi,
  ],
  agreement: [
    /\b(?:agreement for )?sales? (?:and|&|n) purchase(?: agreement)?(?: of real estate)?\b/gi,
    /\bs ?(?:&|and|n) ?p\b|\b(?:adls|asp|spa|agreement|contract)\b/gi,
  ],
  floor_plan: [/\bfloor ?plans?\b|\bfp\b|^plans?$/gi],
  rates: [/\brates?(?: notice| assessment| invoice| demand| bill| account)?\b/gi],
  rental_appraisal: [/\brent(?:al)? (?:appraisal|assessment|estimate|valuation)\b/gi],
  disclosure_statement: [/\bdisclosures?(?: statements?)?\b|\bpcds?\b/gi],
  other: [],
}

const EDGE_START = /^(?:(?:of|for|the|and|at|re|from|report|documents?|docs?)\b|[\s\-–—,.;:&#])+/i
const EDGE_END = /(?:\b(?:of|for|the|and|at|re|from|documents?|docs?)|[\s\-–—,.;:&#])+$/i
const SEPARATOR = /\s+[-–—]+\s+|\s*[,;|]\s*/

/** A name for buyers, from the name of a file: `LIM_12-Rata-St_FINAL(2).pdf` is "LIM report – 12 Rata St". */
export function tidyName(fileName: string, kind: DocumentType) {
  const label = documentTypes[kind]
  const detail = tidyDetail(fileName, kind)
  if (!detail) return label
  return shortenToWords(kind === 'other' ? detail : `${label} – ${detail}`)
}

function tidyDetail(fileName: string, kind: DocumentType) {
  const words = spaceOutWords(spellDates(withoutCodes(withoutExtension(cleanFileName(fileName) ?? ''))))
  const parts = withoutMachineWords(words)
    .split(SEPARATOR)
    .map((part) => trimEdges(WORDS_OF_TYPE[kind].reduce((rest, said) => rest.replace(said, ' '), trimEdges(part))))
    .filter((part) => /[\p{L}\d]/u.test(part))
  return withCapitals(parts.join(', ')).replace(/\s/g, ' ')
}

function trimEdges(part: string): string {
  const bare = withoutCopyWords(part)
    .replace(/\(\s*\)/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim()
    .replace(EDGE_START, '')
    .replace(EDGE_END, '')
    .replace(/^\(([^()]*)\)$/, '$1')
  return bare === part ? bare : trimEdges(bare)
}

/** Cut between words. */
const shortenToWords = (name: string) =>
  name.length <= MAX_FILE_NAME_LENGTH
    ? name
    : name
        .slice(0, MAX_FILE_NAME_LENGTH)
        .toWellFormed()
        .replace(/\s\S*$|\ufffd$/, '')

const LOWER_CASE_WORDS = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])
const ABBREVIATIONS = new Set('adls bc ccc cct coc ct cv dp eqc gst gv lbp lim lt nz nzs pim qv reinz rt rv'.split(' '))

/** A name all in capitals, or with none, gets them where they belong. One that has both was written with care. */
function withCapitals(name: string) {
  const written = withoutDates(name)
  const isWritten = /\p{Lu}/u.test(written) && /\p{Ll}/u.test(written)
  const words = isWritten ? name : name.replace(/[^\s,]+/gu, (word, at) => capitalise(word, at === 0))
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

function capitalise(word: string, isFirst: boolean) {
  const lower = word.toLowerCase()
  if (/\d/.test(word) || ABBREVIATIONS.has(lower)) return word.toUpperCase()
  if (LOWER_CASE_WORDS.has(lower) && !isFirst) return lower
  return lower.replace(/\p{L}/u, (letter) => letter.toUpperCase())
}

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
const spellDates = (name: string) =>
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
const dropDates = (name: string) => name.replace(SPELLED_DATE, ' ').replace(TIME_PATTERN, ' ').replace(LONG_NUMBER, ' ')

/** The part of a name that its writer put in capitals, or did not. */
const withoutDates = (name: string) => name.replace(SPELLED_DATE, ' ')

/** Scanners, cameras and messengers name files by themselves, after the day on which they did. */
const MACHINE_WORDS = [
  /\b(?:adobe |quick )?scan(?:ned|ner)?(?: documents?| copy)?(?: ?(?:\d{3,6}|0\d+|\d+$))?(?!\w)/gi,
  /\bcam ?scanner\b/gi,
  /\b(?:img|dsc[nf]?|pxl|skm|kmbt|mfp|brw)(?: ?\w*\d+)?\b/gi,
  /\bwhats ?app(?: (?:image|video))?\b/gi,
  /\bscreen ?shot\b/gi,
  /\b(?:doc|document|image|photo) ?\d+$/gi,
  /\b(?:xerox|epson|brother|canon|hp|ricoh)\d+\b/gi,
  /\buntitled\b/gi,
]

/** What people add to keep their own copies apart. */
const COPY_WORDS = [
  /\bcopy of\b|\bcopy(?: \d+)?\b/gi,
  /\((?:\d{1,2}|copy|final)\)/gi,
  /\bfinal(?:ised|ized)?(?: version| copy)?\b/gi,
  /\bv(?:er(?:sion)?)?[ .]?\d+(?:\.\d+)*\b/gi,
  /\b(?:latest|updated|compressed|reduced|optimi[sz]ed|ocr|pdf|download(?:ed)?|attachment)\b/gi,
  /\b(?:low|hi|high)[ -]?res\b/gi,
  /\b(?:for )?(?:web(?:site)?|print|email|upload|min|small)$/gi,
]

/** Numbers that mean something only to the program that gave them. */
const CODES = [
  /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi,
  /(?<![\da-z])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{12,}(?![\da-z])/gi,
  /(?<!\d)\d{9,}(?!\d)/g,
]

const removePatterns = (text: string, patterns: RegExp[], gap = ' ') =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, gap), text)

/** For a name that is not yet taken apart into words. */
const withoutCodes = (name: string) => removePatterns(name, CODES, '_')

/** Without what a machine put in: its own word, and then the date and time as well. */
function withoutMachineWords(words: string) {
  const isByMachine = MACHINE_WORDS.some((pattern) => words.search(pattern) >= 0)
  return isByMachine ? removePatterns(dropDates(words), MACHINE_WORDS) : words
}

const withoutCopyWords = (words: string) => removePatterns(words, COPY_WORDS)

/** Without the file extension, even if it is repeated. Anything else after a dot is part of the name. */
export function withoutExtension(name: string): string {
  const extension = fileExtension(name)
  return fileTypeForExtension(extension) ? withoutExtension(name.trim().slice(0, -extension.length - 1)) : name
}

/**
 * The name as words: `LIM_12-Rata-St` and `Lim12RataSt` are "LIM 12 Rata St". Hyphens and dots that belong to a word or stand
 * between numbers stay, as in "Pre-purchase", "2025-26", "12-14 Rata St".
 */
export function spaceOutWords(name: string) {
  const spaced = name.replace(/%20|[_+]/g, ' ')
  if (/ /.test(name.trim())) return spaced
  return spaced
    .replace(/(?<=\p{L})[-.]|[-.](?=\p{L})/gu, ' ')
    .replace(/(?<!Mc|Mac)(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L}{2})(?=\d)|(?<=\d)(?=\p{L}{2})/gu, ' ')
}
