import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryKeys } from '#platform/queryKeys.ts'
import { daysBefore, todayIn } from '#ui/calendarDays.ts'
import { fetchEvents } from '../analytics.functions.ts'
import type { AnalyticsQuestion } from '../analytics.ts'

const meta = { handled: true }

/** Enough for what happens between two looks; more is fetched from the beginning. */
export const LATEST = 20

/** The last few events, whatever the log shows of them: looked at again and again. */
export const latestQuery = (question: Partial<AnalyticsQuestion>) =>
  queryOptions({
    queryKey: [queryKeys.events, 'latest', question],
    queryFn: () => fetchEvents({ data: { ...question, limit: LATEST } }),
    staleTime: 0,
    meta,
  })

/** As far back as can be asked for, up to the end of today, wherever that is. */
const allDays = () => ({ range: 'custom', from: '1990-01-01', to: daysBefore(todayIn('UTC'), -1) }) as const

/** Whether there was ever anything to count. */
export const everQuery = queryOptions({
  queryKey: [queryKeys.events, 'ever'],
  queryFn: async () => {
    const { events } = await fetchEvents({ data: { ...allDays(), limit: 1 } })
    return events.length > 0
  },
  meta,
})

/** All that one buyer did, whatever days are chosen. */
export const journeyQuery = (leadId: string) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.events, 'journey', leadId],
    queryFn: ({ pageParam }) => fetchEvents({ data: { ...allDays(), leadId, limit: 12, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta,
  })
