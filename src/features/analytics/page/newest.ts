import type { InfiniteData } from '@tanstack/react-query'
import type { EventsPage, LoggedEvent } from '../analytics.ts'

type Log = InfiniteData<EventsPage>

export const eventsOf = (log?: Log) => log?.pages.flatMap(({ events }) => events) ?? []

/** What the log does not show yet. */
export function missingFrom(log: Log, latest: readonly LoggedEvent[], event: string) {
  const shown = new Set(eventsOf(log).map(({ id }) => id))
  return latest.filter(({ id, event: name }) => !shown.has(id) && (event === '' || event === name))
}

/** The log with more on top. What was written late stands where it belongs. */
export function withNewest(log: Log, fresh: readonly LoggedEvent[]): Log {
  const [first, ...rest] = log.pages
  if (!first) return log
  const events = [...fresh, ...first.events].toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return { ...log, pages: [{ ...first, events }, ...rest] }
}
