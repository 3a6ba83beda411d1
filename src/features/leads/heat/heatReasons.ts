import { formatCount } from '#ui/format/format.ts'
import type { DocumentSignal, HeatSignals } from './heat.ts'
import { documentText } from './leadBrief.ts'

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
