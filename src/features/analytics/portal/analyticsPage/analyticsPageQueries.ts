import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { todayIn } from '#ui/format/dates.ts'
import {
  buyerActivityQuery,
  engagementQuery,
  eventsQuery,
  hasEventsQuery,
  isNotFoundError,
  LATEST_EVENTS_COUNT,
  latestEventsQuery,
  listingViewsQuery,
  readingTimeQuery,
  refreshCounts,
  viewsByChannelQuery,
  viewsByDeviceQuery,
  viewsByPlaceQuery,
  viewsByReferrerQuery,
} from '../../analytics.functions.ts'
import type { EventsPage, LoggedEvent } from '../../analytics.schema.ts'
import { type AnalyticsSearch, hasIdFilter, hasValidIds, toAnalyticsInput, toEventsFilter } from './analyticsSearch.ts'

/** Loads everything that the page shows at first. A query that fails shows its error in its own panel. */
export async function prefetchAnalyticsPage(queryClient: QueryClient, search: AnalyticsSearch) {
  if (!hasValidIds(search)) return queryClient.prefetchQuery(hasEventsQuery)
  const input = toAnalyticsInput(search)
  if (hasIdFilter(search)) {
    // The address may name something that does not exist: one query finds out, instead of eight.
    await queryClient.prefetchQuery(latestEventsQuery(input))
    if (isNotFoundError(queryClient.getQueryState(latestEventsQuery(input).queryKey)?.error))
      return queryClient.prefetchQuery(hasEventsQuery)
  }
  await Promise.all([
    queryClient.prefetchQuery(hasEventsQuery),
    queryClient.prefetchQuery(latestEventsQuery(input)),
    queryClient.prefetchQuery(listingViewsQuery(input)),
    queryClient.prefetchQuery(engagementQuery(input)),
    search.fileId && queryClient.prefetchQuery(readingTimeQuery(input)),
    queryClient.prefetchQuery(viewsByPlaceQuery(input)),
    queryClient.prefetchQuery(viewsByDeviceQuery(input)),
    queryClient.prefetchQuery(viewsByReferrerQuery(input)),
    queryClient.prefetchQuery(viewsByChannelQuery(input)),
    queryClient.prefetchInfiniteQuery(eventsQuery(toEventsFilter(search))),
    search.leadId && queryClient.prefetchInfiniteQuery(buyerActivityQuery(search.leadId)),
  ])
}

/** False until it is known that what the address names exists. */
export const QueriesEnabled = createContext(true)

/** The query of a panel. The last data stays while the next is loaded. */
export const usePanelQuery = <Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) =>
  useQuery({ ...query, placeholderData: keepPreviousData, enabled: useContext(QueriesEnabled) })

/** Only while the page is visible: React Query pauses its intervals in a tab that is hidden. */
const REFRESH_MS = 5_000
const REFRESH_AFTER_ERROR_MS = 30_000

/** Polls the latest events. When there is a new one, all counts are fetched again. */
export function useLatestEvents(search: AnalyticsSearch, timeZone: string) {
  const queryClient = useQueryClient()
  const query = latestEventsQuery(toAnalyticsInput(search))
  const hash = JSON.stringify(query.queryKey)
  const latest = useQuery({
    ...query,
    enabled: hasValidIds(search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (isPast(search, timeZone) || isNotFoundError(state.error)) return false
      return state.status === 'error' ? REFRESH_AFTER_ERROR_MS : REFRESH_MS
    },
  })
  const { data, isPlaceholderData } = latest
  const known = useRef<{ hash: string; ids: Set<string> }>(undefined)
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const before = known.current
    known.current = { hash, ids: new Set(data.events.map(({ id }) => id)) }
    if (before?.hash === hash && data.events.some(({ id }) => !before.ids.has(id))) refreshCounts(queryClient)
  }, [data, isPlaceholderData, hash, queryClient])
  return latest
}

/** Past days do not change. */
const isPast = ({ range, from, to }: AnalyticsSearch, timeZone: string) => {
  const today = todayIn(timeZone)
  return range === 'custom' && from !== '' && to !== '' && from < today && to < today
}

interface EventLogOptions {
  search: AnalyticsSearch
  /** The latest events; missing until they are loaded. */
  latest?: EventsPage
  /** Someone is reading further down, so no rows may move. */
  isHeld: boolean
}

/** The log, page by page. New events are added on top, or wait while the log is held. */
export function useEventLog({ search, latest, isHeld }: EventLogOptions) {
  const queryClient = useQueryClient()
  const { event } = search
  const query = eventsQuery(toEventsFilter(search))
  const log = useInfiniteQuery({
    ...query,
    enabled: useContext(QueriesEnabled),
    placeholderData: keepPreviousData,
    // New events are added on top here, and nothing else moves.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const waiting =
    log.data && latest && !log.isPlaceholderData && !log.isFetching ? findNewEvents(log.data, latest.events, event) : []
  // If all of the latest events are new, there may be more between them and the log.
  const isGap = latest?.events.length === LATEST_EVENTS_COUNT && waiting.length === LATEST_EVENTS_COUNT
  const showNew = () => {
    setArrived(new Set([...arrived, ...waiting.map(({ id }) => id)]))
    if (isGap) void log.refetch()
    else queryClient.setQueryData(query.queryKey, (before) => before && prependEvents(before, waiting))
  }
  const showNewNow = useEffectEvent(showNew)
  const mayShow = waiting.length > 0 && !isHeld
  useEffect(() => {
    if (mayShow) showNewNow()
  }, [mayShow])
  return { ...log, events: listLoadedEvents(log.data), arrived, waiting: isHeld ? waiting.length : 0, showNew }
}

type LoadedLog = InfiniteData<EventsPage>

export const listLoadedEvents = (log?: LoadedLog) => log?.pages.flatMap(({ events }) => events) ?? []

/** Events of the kind that the log shows which are not in it yet. */
export function findNewEvents(log: LoadedLog, latest: readonly LoggedEvent[], event: string) {
  const shown = new Set(listLoadedEvents(log).map(({ id }) => id))
  return latest.filter(({ id, event: name }) => !shown.has(id) && (event === '' || event === name))
}

/** Adds events to the first page, in the order of their time. */
export function prependEvents(log: LoadedLog, newEvents: readonly LoggedEvent[]): LoadedLog {
  const [first, ...rest] = log.pages
  if (!first) return log
  const events = [...newEvents, ...first.events].toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return { ...log, pages: [{ ...first, events }, ...rest] }
}
