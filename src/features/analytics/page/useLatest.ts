import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { todayIn } from '#ui/calendarDays.ts'
import { isMissing } from '../isMissing.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { countAgain } from './countAgain.ts'
import { isAskable, questionOf } from './filters.ts'
import { latestQuery } from './pageQueries.ts'

/** Only while the page is visible: React Query pauses its intervals in a tab that is hidden. */
const REFRESH_MS = 5_000
const REFRESH_AFTER_ERROR_MS = 30_000

/** The last few events, looked at again while the page is. When something is new, the numbers are fetched anew. */
export function useLatest(wish: AnalyticsWish, timeZone: string) {
  const queryClient = useQueryClient()
  const query = latestQuery(questionOf(wish))
  const hash = JSON.stringify(query.queryKey)
  const latest = useQuery({
    ...query,
    enabled: isAskable(wish),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isOver(wish, timeZone) || isMissing(state.error)
        ? false
        : state.status === 'error'
          ? REFRESH_AFTER_ERROR_MS
          : REFRESH_MS,
  })
  const { data, isPlaceholderData } = latest
  const known = useRef<{ hash: string; ids: Set<string> }>(undefined)
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const before = known.current
    known.current = { hash, ids: new Set(data.events.map(({ id }) => id)) }
    if (before?.hash === hash && data.events.some(({ id }) => !before.ids.has(id))) countAgain(queryClient)
  }, [data, isPlaceholderData, hash, queryClient])
  return latest
}

/** Days that lie behind do not change. */
const isOver = ({ range, from, to }: AnalyticsWish, timeZone: string) => {
  const today = todayIn(timeZone)
  return range === 'custom' && from !== '' && to !== '' && from < today && to < today
}
