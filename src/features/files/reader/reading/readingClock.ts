/** After this time without a sign of the person, nobody is assumed to read. */
export const ACTIVE_MS = 60_000

/** How much of the screen each page covers, from 0 to 1. */
export type PageShares = ReadonlyMap<number, number>

/**
 * Adds up the time that each page is read: the one that covers most of the screen, while the tab is visible, nothing covers the document,
 * and the person was active within a minute. Knows no browser: the caller passes the time, in milliseconds that never go back.
 */
export function createReadingClock(openedAt: number) {
  const pageMs = new Map<number, number>()
  let page: number | undefined
  let isTabVisible = true
  let isCovered = false
  let activeUntil = openedAt + ACTIVE_MS
  let countedUntil = openedAt

  function advance(now: number) {
    const isReading = page !== undefined && isTabVisible && !isCovered
    const readMs = Math.min(now, activeUntil) - countedUntil
    if (isReading && page !== undefined && readMs > 0) pageMs.set(page, (pageMs.get(page) ?? 0) + readMs)
    countedUntil = Math.max(countedUntil, now)
  }

  /** The person has touched, scrolled, moved the pointer or pressed a key. */
  function noteActivity(now: number) {
    advance(now)
    activeUntil = Math.max(activeUntil, now + ACTIVE_MS)
  }

  return {
    noteActivity,

    showPages(shares: PageShares, now: number) {
      advance(now)
      page = largestShare(shares)
    },

    setTabVisible(isVisible: boolean, now: number) {
      // Coming back to a tab is a sign of the person, too.
      if (isVisible && !isTabVisible) noteActivity(now)
      else advance(now)
      isTabVisible = isVisible
    },

    setCovered(isNowCovered: boolean, now: number) {
      advance(now)
      isCovered = isNowCovered
    },

    /** The seconds on each page so far; the first element is page 1. Ends with the last page that was read. */
    pageSeconds(now: number) {
      advance(now)
      const lastPage = Math.max(0, ...pageMs.keys())
      return Array.from({ length: lastPage }, (_, index) => (pageMs.get(index + 1) ?? 0) / 1000)
    },
  }
}

/** The first of them if two cover the same. */
function largestShare(shares: PageShares) {
  let largest: { page: number; share: number } | undefined
  for (const [page, share] of shares) if (share > (largest?.share ?? 0)) largest = { page, share }
  return largest?.page
}
