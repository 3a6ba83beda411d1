import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from '#ui/portal/Bell.tsx'
import { NotificationList } from './NotificationList.tsx'
import { notificationsQuery } from './notifications.functions.ts'

/** The bell counts unread notifications, and shows all of them. */
export function NotificationsBell() {
  const unread = useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread ?? 0
  return <Bell unread={unread}>{(close) => <NotificationList onClose={close} />}</Bell>
}
