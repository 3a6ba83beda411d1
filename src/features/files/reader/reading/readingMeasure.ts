import { createReadingClock, type PageShares } from './readingClock.ts'

/** Pages after these are not measured. No property document has as many, and a report stays small enough for a beacon. */
export const MAX_MEASURED_PAGES = 5_000
/** Different searches of one reader in one document. */
export const MAX_SEARCHES = 20
export const MAX_SEARCH_LENGTH = 100

/** What was read since the document was opened, and with which key the server knows it. */
export interface ReadingReport {
  key: string
  pageTenths: number[]
  searches: { words: string; second: number }[]
}

/** Called every 15 seconds while there is something new, when the page is hidden (`isLeaving`), and when the document is closed. */
export type OnReading = (report: ReadingReport, isLeaving: boolean) => void

export type ReadingMeasure = ReturnType<typeof createReadingMeasure>

const REPORT_INTERVAL_MS = 15_000
const SIGNS_OF_A_PERSON = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'wheel', 'touchstart', 'touchmove']

/** Measures what is read of one document in this browser, from `start` until the function that it returns is called. */
export function createReadingMeasure(pageCount: number, onReading: OnReading) {
  const openedAt = performance.now()
  const clock = createReadingClock(openedAt)
  /** The second of the latest search for these words. */
  const searches = new Map<string, number>()
  let key: string | undefined
  let reported = ''

  function report(isLeaving: boolean) {
    if (!key) return
    const pageTenths = clock
      .pageSeconds(performance.now())
      .slice(0, Math.min(pageCount, MAX_MEASURED_PAGES))
      .map((seconds) => Math.floor(seconds * 10))
    const content = { pageTenths, searches: [...searches].map(([words, second]) => ({ words, second })) }
    const text = JSON.stringify(content)
    if (text === reported || (pageTenths.every((tenths) => tenths === 0) && searches.size === 0)) return
    reported = text
    onReading({ key, ...content }, isLeaving)
  }

  return {
    /** The first key stays: a renewed URL of the same document comes with another one. */
    useKey(given: string | null | undefined) {
      key ??= given ?? undefined
    },

    showPages: (shares: PageShares) => clock.showPages(shares, performance.now()),
    setCovered: (isCovered: boolean) => clock.setCovered(isCovered, performance.now()),

    noteSearch(text: string) {
      const words = [...text.trim().toLowerCase().replaceAll(/\s+/g, ' ')].slice(0, MAX_SEARCH_LENGTH).join('')
      if (!words) return
      if (!searches.has(words) && searches.size >= MAX_SEARCHES) return
      searches.set(words, Math.floor((performance.now() - openedAt) / 1000))
    },

    start() {
      const gone = new AbortController()
      const options = { signal: gone.signal, capture: true, passive: true }
      const noteActivity = () => clock.noteActivity(performance.now())
      for (const sign of SIGNS_OF_A_PERSON) addEventListener(sign, noteActivity, options)
      clock.setTabVisible(!document.hidden, performance.now())
      const noteVisibility = () => {
        clock.setTabVisible(!document.hidden, performance.now())
        if (document.hidden) report(true)
      }
      document.addEventListener('visibilitychange', noteVisibility, options)
      addEventListener('pagehide', () => report(true), options)
      const timer = setInterval(() => report(false), REPORT_INTERVAL_MS)
      return () => {
        clearInterval(timer)
        gone.abort()
        report(false)
      }
    },
  }
}
