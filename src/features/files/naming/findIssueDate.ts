const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = "[’‘']?(\\d{4}|\\d{2})"
const BEFORE = '(?<![\\p{L}\\d]|\\d[./-])'
const AFTER = '(?![\\p{L}\\d]|[./-]\\d)'

type FoundDate = { day: string | undefined; month: string | undefined; year: string | undefined }

/** How dates are written in New Zealand and Australia: the day before the month. */
const DATE_FORMS: { pattern: RegExp; read: (groups: (string | undefined)[]) => FoundDate }[] = [
  // 10 February 2026, 10th day of Feb. 26, 10-Feb-2026
  {
    pattern: datePattern(`${DAY}[\\s.-]*(?:day of\\s+)?${MONTH}[\\s.,-]*${YEAR}`),
    read: ([day, month, year]) => ({ day, month, year }),
  },
  // February 10, 2026, as word processors insert it
  {
    pattern: datePattern(`${MONTH}\\.?\\s+${DAY},?\\s+(\\d{4})`),
    read: ([month, day, year]) => ({ day, month, year }),
  },
  // 10/02/2026, 10.2.26
  {
    pattern: datePattern('(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})'),
    read: ([day, _between, month, year]) => ({ day, month, year }),
  },
  // 2026-02-10
  { pattern: datePattern('(\\d{4})-(\\d{2})-(\\d{2})'), read: ([year, month, day]) => ({ day, month, year }) },
]

function datePattern(form: string) {
  return new RegExp(BEFORE + form + AFTER, 'gu')
}

/**
 * What stands before the date of issue, the surest first. A title says when it was first issued, often decades ago, and when it was
 * searched, which is what buyers need.
 */
const CLUES: [weight: number, pattern: RegExp][] = [
  [12, /\bsearch(?:ed)?(?: copy)? (?:date|dated|on)\b|\bdate (?:of (?:the )?search|searched)\b/g],
  [11, /\bdate of issue\b|\bissue date\b|\bdate issued\b/g],
  [10, /\b(?:re)?issued\b/g],
  [9, /\bdate of inspection\b|\binspection date\b|\bdate inspected\b|\binspect(?:ed|ion carried out)\b/g],
  [
    8,
    /\b(?:report|appraisal|valuation|assessment|notice|statement) date\b|\bdate of (?:this )?(?:the )?(?:report|appraisal|valuation|assessment|notice|statement)\b/g,
  ],
  [7, /\bdated\b|\bdate prepared\b|\bprepared on\b/g],
  [4, /(?:^|\n)date(?= ?:| ?\n| )/g],
  [3, /\bas at\b/g],
]

/** Another date of the document, although such a word may be near. */
const OTHER_DATES =
  /\b(?:birth|expir\w*|valid (?:until|to|for)|until|due|settlement|possession|auction|tender|closing|commenc\w*|completion|application|applied|received|requested|ordered|lodged|approv\w*|registered|built|construct\w*|payment|renewal|review|lease|effective|next|period|ending|printed)\b/g

/** How far before a date the words about it may start. */
const MAX_DISTANCE = 60
/** "Issued at Wellington by the council on 10 February" is about this date, but a new sentence is not. */
const MAX_GAP = 40
const OLDEST_YEAR = 1950

/**
 * The day on which a document was issued, as "2026-02-10", if a date in the text of its first pages stands beside words that say so.
 * It is a suggestion for the agent, and never later than `today`.
 */
export function findIssueDate(text: string, today: string) {
  const tidy = text
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
  let best: { weight: number; day: string } | undefined
  let lastEnd = 0
  for (const { start, end, day } of findDates(tidy, today)) {
    // Words before an earlier date are about that one.
    const weight = weighWords(tidy.slice(Math.max(lastEnd, start - MAX_DISTANCE), start))
    lastEnd = end
    if (day && day <= today && weight > (best?.weight ?? 0)) best = { weight, day }
  }
  return best?.day
}

function findDates(text: string, today: string) {
  return DATE_FORMS.flatMap(({ pattern, read }) =>
    Array.from(text.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      day: toDay(read(match.slice(1)), today),
    })),
  ).toSorted((a, b) => a.start - b.start)
}

/** Nothing if there is no such day. A year of two digits is of this century unless that would be in the future. */
function toDay({ day, month, year }: FoundDate, today: string) {
  const named = MONTHS.indexOf((month ?? '').slice(0, 3))
  const monthNumber = named < 0 ? Number(month) : named + 1
  const short = year?.length === 2
  const century = Number(year) <= Number(today.slice(2, 4)) ? 2000 : 1900
  const fullYear = short ? century + Number(year) : Number(year)
  const moment = new Date(Date.UTC(fullYear, monthNumber - 1, Number(day)))
  const isReal = moment.getUTCMonth() === monthNumber - 1 && moment.getUTCDate() === Number(day)
  return isReal && fullYear >= OLDEST_YEAR ? moment.toISOString().slice(0, 10) : undefined
}

/** How surely these words say that the date after them is the date of issue; 0 for not at all. */
function weighWords(words: string) {
  let nearest = { weight: 0, end: -1 }
  for (const [weight, pattern] of CLUES)
    for (const match of words.matchAll(pattern)) {
      const end = match.index + match[0].length
      // "Date of issue" is surer than the "issued" inside of a longer clue that ends at the same place.
      if (end > nearest.end || (end === nearest.end && weight > nearest.weight)) nearest = { weight, end }
    }
  const gap = words.slice(nearest.end)
  if (nearest.end < 0 || gap.length > MAX_GAP || /[.;!?]\s/.test(gap)) return 0
  const other = [...words.matchAll(OTHER_DATES)].at(-1)
  return other && other.index >= nearest.end ? 0 : nearest.weight
}
