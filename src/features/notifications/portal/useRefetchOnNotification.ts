import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { notificationsQuery } from '../notifications.functions.ts'

/** Fetches everything that shows leads again when there is a new notification. */
export function useRefetchOnNotification() {
  const queryClient = useQueryClient()
  const latest = useInfiniteQuery(notificationsQuery).data?.pages[0]?.notifications[0]?.id
  const known = useRef(latest)
  useEffect(() => {
    if (latest === known.current) return
    const isFirstAnswer = known.current === undefined
    known.current = latest
    if (isFirstAnswer) return
    for (const { all } of [queryKeys.leads, queryKeys.listings, queryKeys.dashboardSummary])
      void queryClient.invalidateQueries({ queryKey: all })
  }, [latest, queryClient])
}
