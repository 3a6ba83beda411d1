import type { ReadingReport } from '#features/files/reader/reading/readingMeasure.ts'
import { READING_PATH } from '#platform/events/events.ts'

const RETRY_MS = 15_000

/** Reports that the server has not confirmed, by key. A newer one contains the older, so each key has one. */
const unconfirmed = new Map<string, string>()
/** Keys that the server no longer accepts. */
const ended = new Set<string>()
let retry: ReturnType<typeof setTimeout> | undefined

/** Sends what was read. While there is no connection it is kept for as long as the tab lives, also after the reader was closed. */
export function sendReading(report: ReadingReport, isLeaving: boolean) {
  if (ended.has(report.key)) return
  unconfirmed.set(report.key, JSON.stringify(report))
  if (isLeaving) sendBeacons()
  else void sendUnconfirmed()
}

/** Browsers deliver these even if the page is closed, and don't say whether they arrived: another report may follow. */
function sendBeacons() {
  for (const body of unconfirmed.values()) navigator.sendBeacon(READING_PATH, body)
}

async function sendUnconfirmed() {
  clearTimeout(retry)
  for (const [key, body] of unconfirmed) {
    try {
      // The page may be closed right after the document.
      const { status } = await fetch(READING_PATH, { method: 'POST', body, keepalive: true })
      if (status === 403) ended.add(key)
      if (status < 500 && unconfirmed.get(key) === body) unconfirmed.delete(key)
    } catch {
      break
    }
  }
  if (unconfirmed.size > 0) retry = setTimeout(() => void sendUnconfirmed(), RETRY_MS)
}
