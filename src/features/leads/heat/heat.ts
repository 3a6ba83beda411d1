import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { formatCount } from '#ui/format/format.ts'
import { documentText } from './leadBrief.ts'

/** What a lead has done and said. Days are local days of the agent. */
export interface HeatSignals {
  /** Whole days since the last visit. Null if this lead has never visited. */
  daysSinceVisit: number | null
  /** On how many different days they came back after their first visit. */
  returnDays: number
  /** Each document once, whatever its versions. */
  documents: readonly DocumentSignal[]
  /** How many different documents they downloaded. */
  downloads: number
  /** How many different words they searched for in documents. */
  searches: number
  answers: readonly AnswerSignal[]
  isEmailVerified: boolean
}

export interface DocumentSignal {
  fileId: string
  /** The type of the document. */
  kind: string | null
  pageCount: number
  /** Pages that were read for `MIN_PAGE_SECONDS` or more. */
  pagesRead: number
  seconds: number
}

export interface AnswerSignal {
  /** Which question of the library it answers. */
  libraryKey: string
  answer: string
}

export interface Heat {
  /** 0 to 100. */
  total: number
  /** The points of each signal, which add up to the total. Signals without points are left out. */
  points: Record<string, number>
}

/** A page that was on the screen for less was only passed. */
export const MIN_PAGE_SECONDS = 2

/** The most that each signal can give. They add up to 100. `docs/heat.md` explains them. */
export const maxPoints = {
  recency: 20,
  documents: 45,
  returns: 15,
  downloads: 4,
  searches: 4,
  answers: 8,
  verified: 4,
} as const

/** Points for a document that was read completely. Documents that matter near the end of a purchase count most. */
export const documentPoints: Record<DocumentType, number> = {
  agreement: 20,
  building_report: 14,
  lim: 14,
  title: 12,
  disclosure_statement: 10,
  floor_plan: 5,
  rates: 5,
  rental_appraisal: 5,
  other: 5,
}

/**
 * Answers that serious buyers give, by what they say: agents may reword the choices of a library question. Answers without points say
 * nothing against a buyer.
 */
export const answerPoints: Record<string, readonly (readonly [answer: RegExp, points: number])[]> = {
  finance: [
    [/^(yes|cash|(fully |pre-?)?approved|arranged|ready)\b/i, 4],
    [/^(in progress|applied|applying|nearly|almost)\b/i, 1],
  ],
  time_frame: [
    [/\b(now|as soon as|asap|straight ?away|ready|this month)\b/i, 3],
    [/\b(a month|[123] months?)\b/i, 2],
    [/\b[456] months\b/i, 1],
  ],
  selling_first: [[/^no\b/i, 2]],
  purpose: [[/\b(live|living|owner.occupier|(our|my|first) home)\b/i, 1]],
  seen: [[/^yes\b/i, 2]],
}

/** Points for the last visit halve after this many days, and all others after the second. */
export const RECENCY_HALF_LIFE_DAYS = 3
export const HALF_LIFE_DAYS = 14
/** Documents: two thirds of the points for the time come with the first two minutes. */
const READING_SECONDS = 120
/** The share of the points that the time alone gives. The pages give the rest. */
const SHARE_OF_TIME = 0.4

/** How serious a buyer is, by a fixed formula: the same signals always give the same points, and more of a signal never gives fewer. */
export function scoreHeat(signals: HeatSignals): Heat {
  const { daysSinceVisit, returnDays, documents, downloads, searches, answers, isEmailVerified } = signals
  const days = Math.max(0, daysSinceVisit ?? 0)
  const fades = (points: number) => Math.round(points * 0.5 ** (days / HALF_LIFE_DAYS))
  const byDocument = documents.map((one) => [`document:${one.fileId}`, scoreDocument(one)] as const)
  const byAnswer = answers.map((one) => [`answer:${one.libraryKey}`, scoreAnswer(one)] as const)
  const points = {
    recency: daysSinceVisit === null ? 0 : Math.round(maxPoints.recency * 0.5 ** (days / RECENCY_HALF_LIFE_DAYS)),
    returns: fades(maxPoints.returns * (1 - 0.6 ** returnDays)),
    downloads: fades(maxPoints.downloads * (1 - 0.5 ** downloads)),
    searches: fades(maxPoints.searches * (1 - 0.5 ** searches)),
    verified: fades(isEmailVerified ? maxPoints.verified : 0),
    ...share(fades(Math.min(maxPoints.documents, sum(byDocument))), byDocument),
    ...share(fades(Math.min(maxPoints.answers, sum(byAnswer))), byAnswer),
  }
  const given = Object.entries(points).filter(([, amount]) => amount > 0)
  return { total: given.reduce((total, [, amount]) => total + amount, 0), points: Object.fromEntries(given) }
}

function scoreDocument({ kind, pageCount, pagesRead, seconds }: DocumentSignal) {
  const time = 1 - Math.exp(-seconds / READING_SECONDS)
  const pages = Math.min(1, pagesRead / Math.max(1, pageCount))
  return documentPoints[isDocumentType(kind) ? kind : 'other'] * time * (SHARE_OF_TIME + (1 - SHARE_OF_TIME) * pages)
}

const isDocumentType = (kind: string | null): kind is DocumentType => kind !== null && kind in documentTypes

/** "Not ready yet", "more than 6 months": the words of a serious answer that say the opposite. */
const OPPOSITE = /\b(not|never|none|isn[’']t|don[’']t|haven[’']t|after|over|more than|longer than)\b|\d\+/i

function scoreAnswer({ libraryKey, answer }: AnswerSignal) {
  if (OPPOSITE.test(answer)) return 0
  return answerPoints[libraryKey]?.find(([pattern]) => pattern.test(answer.trim()))?.[1] ?? 0
}

type Scores = readonly (readonly [key: string, score: number])[]

const sum = (scores: Scores) => scores.reduce((total, [, score]) => total + score, 0)

/** Whole points for each score, which add up to the total: the remaining ones go where rounding down took most. */
function share(total: number, scores: Scores): Record<string, number> {
  const whole = sum(scores)
  if (whole === 0) return {}
  const exact = scores.map(([key, score]) => ({ key, points: (score / whole) * total }))
  let left = total - exact.reduce((given, { points }) => given + Math.floor(points), 0)
  const shares: Record<string, number> = {}
  for (const { key, points } of exact.toSorted((one, other) => (other.points % 1) - (one.points % 1))) {
    shares[key] = (shares[key] ?? 0) + Math.floor(points) + (left > 0 ? 1 : 0)
    left -= 1
  }
  return shares
}

/** One reason for a lead's heat, in words, with its points. */
export interface HeatReason {
  text: string
  points: number
}

interface HeatContext {
  signals: HeatSignals
  /** The documents of the signals, with their names. */
  documents: readonly { fileId: string; name: string; kind: string | null }[]
  /** The answers of the signals, with the words of their questions. */
  answers: readonly { libraryKey: string; question: string; answer: string }[]
}

/** Every point in words, most points first: "Read 14 of 20 pages of the building report", 12. */
export const heatReasons = (points: Record<string, number>, context: HeatContext): HeatReason[] =>
  Object.entries(points)
    .map(([key, amount]) => ({ text: reasonText(key, context), points: amount }))
    .toSorted((one, other) => other.points - one.points || (one.text < other.text ? -1 : 1))

function reasonText(key: string, { signals, documents, answers }: HeatContext) {
  const [signal, id] = key.split(':', 2)
  switch (signal) {
    case 'recency':
      return visitText(signals.daysSinceVisit ?? 0)
    case 'returns':
      return `Came back on ${signals.returnDays === 1 ? 'another day' : formatCount(signals.returnDays, 'other day')}`
    case 'downloads':
      return `Downloaded ${formatCount(signals.downloads, 'document')}`
    case 'searches':
      return signals.searches === 1 ? 'Searched in a document' : `Made ${signals.searches} different searches`
    case 'verified':
      return 'Verified their email address'
    case 'document': {
      const read = signals.documents.find(({ fileId }) => fileId === id)
      const named = documents.find(({ fileId }) => fileId === id)
      return read && named ? readingText(read, documentText(named, documents)) : 'Read a document'
    }
    case 'answer': {
      const given = answers.find(({ libraryKey }) => libraryKey === id)
      return given ? `Answered “${given.answer}” to “${given.question}”` : 'Answered a question'
    }
    default:
      return 'Was interested'
  }
}

function visitText(days: number) {
  if (days === 0) return 'Visited today'
  return days === 1 ? 'Visited yesterday' : `Last visited ${days} days ago`
}

const readingText = ({ pagesRead, pageCount }: DocumentSignal, document: string) =>
  pageCount === 1 || pagesRead === 0 ? `Read ${document}` : `Read ${pagesRead} of ${pageCount} pages of ${document}`
