/** "40 s", "4 min", "1 h 5 min". */
export function minutesText(seconds: number) {
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
}

interface PagesRead {
  /** The first element is page 1. */
  pageSeconds: readonly number[]
  pageCount: number
}

interface PageRange {
  from: number
  to: number
}

/** Pages that hold this share of the time… */
const MIN_SHARE_OF_TIME = 0.6
/** …in a row of at most this share of the document. Otherwise it was read throughout. */
const MAX_SHARE_OF_PAGES = 0.4

/** The row of pages that was read most above the average. Undefined if the time is spread over the document. */
export function mostReadPages({ pageSeconds, pageCount }: PagesRead) {
  const total = pageSeconds.reduce((sum, seconds) => sum + seconds, 0)
  const average = total / Math.max(1, pageCount)
  let best = { excess: 0, from: 0, to: 0, seconds: 0 }
  let row = { excess: 0, from: 0, seconds: 0 }
  for (const [to, seconds] of pageSeconds.entries()) {
    if (row.excess <= 0) row = { excess: 0, from: to, seconds: 0 }
    row = { from: row.from, excess: row.excess + seconds - average, seconds: row.seconds + seconds }
    if (row.excess > best.excess) best = { ...row, to }
  }
  const pages = best.to - best.from + 1
  const isMost = best.excess > 0 && best.seconds >= total * MIN_SHARE_OF_TIME && pages <= pageCount * MAX_SHARE_OF_PAGES
  return isMost ? { from: best.from + 1, to: best.to + 1 } : undefined
}

/** "page 4", "pages 12–15" */
export const pagesText = ({ from, to }: PageRange) => (from === to ? `page ${from}` : `pages ${from}–${to}`)

interface PagesWithReaders {
  pageReaders: readonly number[]
  pageCount: number
}

/** Fewer readers say nothing about the next ones. */
const MIN_READERS = 2

/** Where readers stop: "Half of the 8 readers stop by page 5." Empty where there are too few readers. */
function whereReadersStop({ pageReaders, pageCount }: PagesWithReaders) {
  const readers = Math.max(0, ...pageReaders)
  if (readers < MIN_READERS || pageCount < 2) return ''
  const last = pageReaders.findLastIndex((amount) => amount > readers / 2) + 1
  return last >= pageCount
    ? 'Most readers get to the last page.'
    : `Half of the ${readers} readers stop by page ${Math.max(1, last)}.`
}

/** Where a document holds its readers, and where they stop: "Most time is spent on pages 12–15. Half of the 8 readers stop by page 16." */
export function documentReadingText(pages: PagesRead & PagesWithReaders) {
  const most = mostReadPages(pages)
  const held = most ? `Most time is spent on ${pagesText(most)}.` : 'Time is spread over the whole document.'
  return [held, whereReadersStop(pages)].filter(Boolean).join(' ')
}
