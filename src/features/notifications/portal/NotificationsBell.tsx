import { Button, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatRelativeTime, useNow } from '#ui/format/elapsedTime.ts'
import { formatCount, fullName } from '#ui/format/format.ts'
import { ListResult } from '#ui/table/ListResult.tsx'
import { type Notification, notificationsQuery } from '../notifications.functions.ts'
import {
  DOCUMENTS_ARRIVED,
  FEED_FAILED,
  FEED_WAITING,
  LEAD_ASSIGNED,
  NEXT_ACTION_DUE,
} from '../notifications.schema.ts'
import { Bell } from './Bell.tsx'
import classes from './NotificationsBell.module.css'
import { useMarkRead } from './useMarkRead.ts'

interface NotificationsBellProps {
  timeZone: string
  /** The number of leads that need a reply, with a link to them above the notifications. */
  leadsToReply: number
}

/** The bell counts unread notifications, and shows all of them. */
export function NotificationsBell({ timeZone, leadsToReply }: NotificationsBellProps) {
  const unread = useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread ?? 0
  return (
    <Bell unread={unread}>
      {(close) => (
        <>
          {leadsToReply > 0 && (
            <Link
              to="/portal/leads"
              search={{ status: 'needs_reply' }}
              className={`${classes.one} ${classes.toReply}`}
              onClick={close}
            >
              {formatCount(leadsToReply, 'lead')} {leadsToReply === 1 ? 'needs' : 'need'} a reply
            </Link>
          )}
          <NotificationList timeZone={timeZone} onClose={close} />
        </>
      )}
    </Bell>
  )
}

function NotificationList({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const list = useInfiniteQuery(notificationsQuery)
  const read = useMarkRead()
  const now = useNow()
  const all = list.data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const hasUnread = (list.data?.pages[0]?.unread ?? 0) > 0
  return (
    <div className={classes.panel}>
      <ListResult
        query={list}
        what="your notifications"
        isInCard
        loadMoreManually
        skeleton={<Skeleton h={120} mt="xs" />}
        isEmpty={all.length === 0}
        empty={<NoNotifications />}
      >
        <div className={classes.head}>
          <h2>Notifications</h2>
          {hasUnread && (
            <Button variant="subtle" size="compact-sm" onClick={() => read({ all: true })}>
              Mark all as read
            </Button>
          )}
        </div>
        <ul className={classes.list}>
          {all.map((one) => (
            <li key={one.id}>
              <Link
                {...linkTo(one)}
                className={classes.one}
                data-unread={!one.readAt || undefined}
                onClick={() => {
                  read({ id: one.id })
                  onClose()
                }}
              >
                <NotificationText notification={one} />
                <time className={classes.time} dateTime={one.at.toISOString()}>
                  {formatRelativeTime(one.at, now, timeZone)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      </ListResult>
    </div>
  )
}

function linkTo({ type, feedRunId, listingId, leadId }: Notification) {
  if (feedRunId) return { to: '/portal/agency/connections', search: { import: feedRunId } } as const
  if (type === DOCUMENTS_ARRIVED)
    return { to: '/portal/listings/$id', params: { id: listingId ?? '' }, hash: 'from-email' } as const
  return { to: '/portal/leads', search: { lead: leadId ?? '' } } as const
}

const titles: Record<string, string> = {
  [DOCUMENTS_ARRIVED]: 'Documents by email',
  [FEED_WAITING]: 'Listings from your CRM',
  [FEED_FAILED]: 'Listings from your CRM',
}

const NotificationText = ({ notification }: { notification: Notification }) => (
  <span className={classes.what}>
    <span className={classes.name}>
      <bdi>{titles[notification.type] ?? fullName(notification)}</bdi>
      {!notification.readAt && <span className={classes.unread}>Unread</span>}
    </span>
    <span className={classes.listing}>
      <NotificationDetail notification={notification} />
    </span>
  </span>
)

function NotificationDetail({ notification: { type, nextAction, listingTitle } }: { notification: Notification }) {
  if (type === NEXT_ACTION_DUE) return <bdi>{nextAction ? `Due now: ${nextAction}` : 'A follow-up was due'}</bdi>
  if (type === FEED_WAITING) return 'A file is waiting for you to check it'
  if (type === FEED_FAILED) return 'A file couldn’t be imported'
  return (
    <>
      {beforeListing[type] ?? 'New lead for'} <bdi>{listingTitle}</bdi>
    </>
  )
}

const beforeListing: Record<string, string> = {
  [LEAD_ASSIGNED]: 'Assigned to you:',
  [DOCUMENTS_ARRIVED]: 'Waiting for you:',
}

const NoNotifications = () => (
  <div className={classes.nothing} data-autofocus tabIndex={-1}>
    <Text size="sm" fw={600}>
      No new notifications
    </Text>
    <Text size="sm" c="dimmed">
      You’ll see it here when a buyer leaves their details.
    </Text>
  </div>
)
