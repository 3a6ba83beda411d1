import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { markRead, notificationsQuery } from '../notifications.functions.ts'
import type { MarkReadInput } from '../notifications.schema.ts'

export function useMarkRead() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (reading: MarkReadInput) => markRead({ data: reading }),
    onSettled: () => queryClient.invalidateQueries(notificationsQuery),
    // A failure needs no message: the notification stays unread.
    meta: { handled: true },
  })
  return mutate
}

/** Opening a lead marks its notifications as read. */
export function useMarkLeadRead(leadId: string) {
  const unread = useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread ?? 0
  const read = useMarkRead()
  const readOne = useEffectEvent(() => {
    if (unread > 0) read({ leadId })
  })
  const isAnyUnread = unread > 0
  useEffect(() => {
    if (leadId && isAnyUnread) readOne()
  }, [leadId, isAnyUnread])
}

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
