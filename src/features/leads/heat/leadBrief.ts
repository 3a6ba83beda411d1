import { minutesText, mostReadPages, pagesText } from '#features/analytics/readingText.ts'
import { type DocumentType, documentTypes } from '#features/listings/documentTypes.ts'
import { addDays } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'

/** What one lead has done, for the words of `leadBrief`. */
export interface LeadActivity {
  /** Each document once, whatever its versions. */
  documents: readonly BriefDocument[]
  /** The words of searches in documents, the latest first. */
  searches: readonly string[]
  /** The local days with a visit, in any order. */
  visitDays: readonly string[]
  openedFiles: number
  downloadedFiles: number
  /** A browser of this lead asks for privacy. */
  isReadingDeclined: boolean
  /** The agent's local day. */
  today: string
}

export interface BriefDocument {
  name: string
  kind: string | null
  /** The first element is page 1. */
  pageSeconds: readonly number[]
  pageCount: number
  seconds: number
}

const MAX_NAMED_DOCUMENTS = 2
const MAX_NAMED_SEARCHES = 3
/** Shorter readings are not worth a word. */
const MIN_SECONDS = 5

/**
 * What an agent should know before ringing, in one or two sentences of plain text: "Read the building report for 4 min, mostly pages
 * 12–15; searched ‘moisture’; back twice since Tuesday."
 */
export function leadBrief(activity: LeadActivity) {
  const parts = [readingText(activity), searchText(activity.searches), returnText(activity)].filter(Boolean)
  const text = parts.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function readingText({ documents, openedFiles, downloadedFiles, isReadingDeclined }: LeadActivity) {
  const read = documents.filter(({ seconds }) => seconds >= MIN_SECONDS).toSorted((a, b) => b.seconds - a.seconds)
  const downloaded = downloadedFiles > 0 ? `downloaded ${formatCount(downloadedFiles, 'document')}` : ''
  if (read.length > 0) return [`read ${documentsText(read)}`, downloaded].filter(Boolean).join('; ')
  if (isReadingDeclined) {
    const opened = openedFiles > 0 ? `opened ${formatCount(openedFiles, 'document')}` : ''
    const done = [opened, downloaded].filter(Boolean).join(', ')
    return `${done && `${done}. `}Reading isn’t measured: this browser asks for privacy`
  }
  if (openedFiles > 0) return [`opened ${formatCount(openedFiles, 'document')}`, downloaded].filter(Boolean).join(', ')
  return downloaded ? `${downloaded}, but hasn’t opened one here` : 'hasn’t opened a document yet'
}

function documentsText(read: readonly BriefDocument[]) {
  const named = read.slice(0, MAX_NAMED_DOCUMENTS).map((one, index) => {
    const where = index === 0 ? mostReadPages(one) : undefined
    return `${documentText(one, read)} for ${minutesText(one.seconds)}${where ? `, mostly ${pagesText(where)}` : ''}`
  })
  const more = read.length - named.length
  const all = more > 0 ? [...named, `${more} more ${more === 1 ? 'document' : 'documents'}`] : named
  if (all.length <= 2) return all.join(' and ')
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const isDocumentType = (kind: string | null): kind is DocumentType => kind !== null && kind in documentTypes

/** "the LIM report", or its name in quotation marks where the type does not say which. */
export function documentText(
  { name, kind }: Pick<BriefDocument, 'name' | 'kind'>,
  among: readonly { kind: string | null }[] = [],
) {
  const isOnlyOne = among.filter((other) => other.kind === kind).length <= 1
  if (!isDocumentType(kind) || kind === 'other' || !isOnlyOne) return `‘${name}’`
  const label = documentTypes[kind]
  return `the ${label.startsWith('LIM') ? label : label.toLowerCase()}`
}

function searchText(searches: readonly string[]) {
  const words = searches.slice(0, MAX_NAMED_SEARCHES).map((one) => `‘${one}’`)
  if (words.length === 0) return ''
  return `searched ${words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`}`
}

const WEEK_DAYS = 7
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** On which days of the last week they came back: "back today", "back twice since Tuesday". */
function returnText({ visitDays, today }: LeadActivity) {
  const [, ...returns] = [...new Set(visitDays)].toSorted()
  const lately = returns.filter((day) => day > addDays(today, -WEEK_DAYS))
  const [first] = lately
  if (!first) return ''
  if (lately.length === 1) return `back ${dayText(first, today)}`
  const since = dayText(first, today).replace(/^on /, '')
  return `back ${lately.length === 2 ? 'twice' : `${lately.length} times`} since ${since}`
}

/** "today", "yesterday", "on Tuesday" */
function dayText(day: string, today: string) {
  if (day >= today) return 'today'
  if (day === addDays(today, -1)) return 'yesterday'
  return `on ${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}`
}
