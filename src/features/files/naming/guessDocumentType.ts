import type { DocumentType } from '#features/listings/documentTypes.ts'
import { spaceOutWords, withoutExtension } from './tidyName.ts'

type Clue = [kind: Exclude<DocumentType, 'other'>, weight: number, pattern: RegExp]

/** The strong ones outweigh what the page says; the weak ones count when the page does not say otherwise. */
const NAME_CLUES: Clue[] = [
  ['lim', 10, /\blim\b|\bland information memo/],
  ['title', 10, /\b(?:record|certificate) of title\b|\bcomputer (?:freehold|unit title|interest) register\b/],
  ['title', 7, /\btitle\b(?! plan)|\bsearch copy\b/],
  ['title', 5, /\b(?:ct|cfr|rot|rt)\b/],
  ['building_report', 10, /\bbuild(?:ing|er'?s?|ers'?) (?:inspection |condition |survey )?report\b/],
  ['building_report', 10, /\b(?:building|house|pre[ -]?purchase|pre[ -]?sale) inspection\b|\bweather ?tight/],
  ['building_report', 8, /\bpre[ -]?(?:purchase|sale) (?:building|report)\b|\bmoisture (?:report|test)\b/],
  ['building_report', 5, /\b(?:property )?inspection report\b/],
  ['agreement', 10, /\bsales? (?:and|&|n) purchase\b|\bs ?(?:&|and|n) ?p\b|\bagreement for sale\b/],
  ['agreement', 10, /\bparticulars (?:and|&) conditions\b/],
  ['agreement', 8, /\b(?:auction|tender|sale) (?:agreement|contract|doc(?:ument)?s?|terms|conditions|particulars)\b/],
  ['agreement', 6, /\b(?:adls|asp)\b|\bspa\b(?! pool)/],
  ['agreement', 5, /\bcontract\b|\bagreement\b/],
  ['floor_plan', 10, /\bfloor ?plans?\b/],
  ['floor_plan', 7, /\b(?:house|site|building|architect\w*|as[ -]built|concept) plans?\b/],
  ['floor_plan', 5, /\bplans?\b|\bfp\b/],
  ['rates', 10, /\brates? (?:notice|assessment|invoice|demand|bill|account)\b/],
  ['rates', 8, /\brates\b|\brating (?:valuation|information|notice)\b/],
  ['rental_appraisal', 10, /\brent(?:al)? (?:appraisal|assessment|estimate|valuation|opinion|range)\b/],
  ['rental_appraisal', 8, /\bmarket rent(?:al)?\b/],
  ['disclosure_statement', 10, /\bdisclosure\b/],
  ['disclosure_statement', 7, /\bpcds?\b|\bpre[ -]?contract\b/],
]

/** Of another kind, although a word sounds like it. */
const EXCEPTIONS: Partial<Record<DocumentType, RegExp>> = {
  agreement: /\b(?:tenancy|agency|listing|lease|loan|licen[cs]e|easement|rental|management|party wall)\b/,
  floor_plan: /\b(?:title|deposited|survey|drainage|payment|management|district|maintenance|marketing) plans?\b/,
  rates: /\b(?:interest|mortgage|exchange|room|commission|flow) rates?\b/,
  building_report: /\b(?:tenancy|rental) inspection\b/,
}

const TEXT_CLUES: Clue[] = [
  ['lim', 6, /land information memorandum/],
  ['title', 6, /record of title (?:under|identifier)|computer (?:freehold|unit title|interest|leasehold) register/],
  ['title', 6, /guaranteed search copy|certificate of title under/],
  ['building_report', 6, /(?:building|property|house|pre-?purchase)(?: condition)? inspection report|nzs ?4306/],
  ['building_report', 6, /(?:pre-?purchase|pre-?sale|builder'?s|building) report/],
  ['agreement', 7, /agreement for sale and purchase|particulars and conditions of sale/],
  ['floor_plan', 5, /floor ?plan/],
  ['rates', 6, /rates (?:assessment|invoice|notice|account|bill)|rating information database/],
  ['rental_appraisal', 6, /rent(?:al)? (?:appraisal|assessment|estimate)/],
  ['disclosure_statement', 6, /disclosure statement|pre-?(?:contract|settlement) disclosure/],
]

/** Where a heading is. Further down the page, other documents are only mentioned. */
const HEADING_LENGTH = 600
const HEADING_BONUS = 2
const MIN_SCORE = 5

/** What a document probably is, by its file's name and the text of its first page. The agent can change it. */
export function guessDocumentType(fileName: string, firstPageText = ''): DocumentType {
  const name = spaceOutWords(withoutExtension(fileName)).toLowerCase().replace(/\s+/g, ' ')
  const text = firstPageText.toLowerCase().replace(/\s+/g, ' ')
  const heading = text.slice(0, HEADING_LENGTH)

  const scores = new Map<DocumentType, number>()
  const count = (clues: Clue[], weigh: (clue: Clue) => number) => {
    const best = new Map<DocumentType, number>()
    for (const clue of clues) best.set(clue[0], Math.max(best.get(clue[0]) ?? 0, weigh(clue)))
    for (const [kind, weight] of best) scores.set(kind, (scores.get(kind) ?? 0) + weight)
  }
  count(NAME_CLUES, ([kind, weight, pattern]) => (pattern.test(name) && !EXCEPTIONS[kind]?.test(name) ? weight : 0))
  count(TEXT_CLUES, ([, weight, pattern]) =>
    pattern.test(heading) ? weight + HEADING_BONUS : pattern.test(text) ? weight : 0,
  )

  const [likeliest] = [...scores].sort(([, a], [, b]) => b - a)
  return likeliest && likeliest[1] >= MIN_SCORE ? likeliest[0] : 'other'
}
