import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from '#ui/portal/Bell.tsx'
import { NotificationList } from './NotificationList.tsx'
import { notificationsQuery } from './notifications.functions.ts'

export const useUnread = () => useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread ?? 0

/** The bell with what is new inside. */
export function NotificationsBell() {
  return <Bell unread={useUnread()}>{(close) => <NotificationList onClose={close} />}</Bell>
}
