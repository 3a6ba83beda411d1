import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
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
export function useMarkLeadNotificationsRead(leadId: string) {
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
