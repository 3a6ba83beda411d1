import { ActionIcon, Button, Indicator, Popover, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { formatRelativeTime, useNow } from '#ui/format/elapsedTime.ts'
import { formatBadgeCount, formatCount, fullName, unreadLabel } from '#ui/format/format.ts'
import { ListResult } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type Notification, notificationsQuery } from '../notifications.functions.ts'
import {
  DOCUMENTS_ARRIVED,
  FEED_FAILED,
  FEED_WAITING,
  LEAD_ASSIGNED,
  NEXT_ACTION_DUE,
  OPEN_HOME_ENDED,
} from '../notifications.schema.ts'
import classes from './NotificationsBell.module.css'
import { useMarkRead } from './useMarkRead.ts'
import { useRenewedSubscription } from './useRenewedSubscription.ts'

interface NotificationsBellProps {
  timeZone: string
  /** The number of leads that need a reply, with a link to them above the notifications. */
  leadsToReply: number
}

/** The bell of every page counts unread notifications, and shows all of them. */
export function NotificationsBell({ timeZone, leadsToReply }: NotificationsBellProps) {
  useRefetchOnNotification()
  useRenewedSubscription()
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

/** Fetches everything that shows leads again when there is a new notification. */
function useRefetchOnNotification() {
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

interface BellProps {
  unread: number
  /** The notifications. Gets a function that closes the bell. */
  children: (close: () => void) => ReactNode
}

/** The bell of the top bar. */
function Bell({ unread, children }: BellProps) {
  const [opened, { close, toggle }] = useDisclosure()
  return (
    <Popover
      position="bottom-end"
      width="min(360px, calc(100vw - 24px))"
      trapFocus
      returnFocus
      opened={opened}
      onChange={close}
    >
      <Indicator label={formatBadgeCount(unread)} size={16} offset={9} disabled={unread === 0} color="teal.9">
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="gray.7"
            size={36}
            aria-label={unread ? `Notifications, ${unreadLabel(unread)}` : 'Notifications'}
            onClick={toggle}
          >
            <IconBell {...icon} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label="Notifications" p={0}>
        {children(close)}
      </Popover.Dropdown>
      {/* Screen readers announce changes on every page. */}
      <VisuallyHidden role="status">{unread > 0 && unreadLabel(unread)}</VisuallyHidden>
    </Popover>
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

function linkTo({ type, feedRunId, openHomeId, listingId, leadId }: Notification) {
  if (openHomeId)
    return { to: '/portal/listings/$id/open-homes/$openHomeId', params: { id: listingId ?? '', openHomeId } } as const
  if (feedRunId) return { to: '/portal/agency/connections', search: { import: feedRunId } } as const
  if (type === DOCUMENTS_ARRIVED)
    return { to: '/portal/listings/$id', params: { id: listingId ?? '' }, hash: 'from-email' } as const
  return { to: '/portal/leads', search: { lead: leadId ?? '' } } as const
}

const titles: Record<string, string> = {
  [DOCUMENTS_ARRIVED]: 'Documents by email',
  [FEED_WAITING]: 'Listings from your CRM',
  [FEED_FAILED]: 'Listings from your CRM',
  [OPEN_HOME_ENDED]: 'Open home is over',
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
  [OPEN_HOME_ENDED]: 'See who came to',
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
