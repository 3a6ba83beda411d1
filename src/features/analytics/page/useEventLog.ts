import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { eventsQuery } from '../analytics.functions.ts'
import type { EventsPage } from '../analytics.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { eventsWishOf } from './filters.ts'
import { eventsOf, missingFrom, withNewest } from './newest.ts'
import { LATEST } from './pageQueries.ts'
import { MayAsk } from './useAnswer.ts'

interface EventLogOptions {
  wish: AnalyticsWish
  /** The last few events of these days; missing while they are not known. */
  latest?: EventsPage
  /** Somebody reads further down, and nothing may move. */
  isHeld: boolean
}

/** What happened, page after page. What is new comes on top, or waits. */
export function useEventLog({ wish, latest, isHeld }: EventLogOptions) {
  const queryClient = useQueryClient()
  const { event } = wish
  const query = eventsQuery(eventsWishOf(wish))
  const log = useInfiniteQuery({
    ...query,
    enabled: useContext(MayAsk),
    placeholderData: keepPreviousData,
    // What is new is put on top here, and nothing else moves.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const waiting =
    log.data && latest && !log.isPlaceholderData && !log.isFetching ? missingFrom(log.data, latest.events, event) : []
  // When none of the last few is known, there may be more between them and the log.
  const isGap = latest?.events.length === LATEST && waiting.length === LATEST
  const take = () => {
    setArrived(new Set([...arrived, ...waiting.map(({ id }) => id)]))
    if (isGap) void log.refetch()
    else queryClient.setQueryData(query.queryKey, (before) => before && withNewest(before, waiting))
  }
  const takeAtOnce = useEffectEvent(take)
  const mayTake = waiting.length > 0 && !isHeld
  useEffect(() => {
    if (mayTake) takeAtOnce()
  }, [mayTake])
  return { ...log, events: eventsOf(log.data), arrived, waiting: isHeld ? waiting.length : 0, take }
}
