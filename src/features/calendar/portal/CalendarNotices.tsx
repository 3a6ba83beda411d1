import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendarEvent, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { shortDateTime, weekdayAndTime } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import { ButtonLink, TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { MessageKind } from '#values/messageValues.ts'
import type { CalendarEvent, ToldBuyers } from '../calendar.schema.ts'
import classes from './CalendarPage.module.css'
import type { ShownConflict } from './eventLabels.ts'
import type { AddedOpenHome, DateMove } from './useChangeDates.ts'

/** What the agent has just done to the dates that buyers know. */
export type DateChange =
  | { kind: 'added'; openHome: AddedOpenHome }
  | { kind: 'moved' | 'undone'; move: DateMove; told: ToldBuyers | null }

/** A move that was taken back is worth a notice only if buyers were told of it in between. */
export function noticeForMove(move: DateMove, told: ToldBuyers | null): DateChange | undefined {
  if (!move.undoes) return { kind: 'moved', move, told }
  return told && told.messageId !== move.undoes.toldBefore ? { kind: 'undone', move, told } : undefined
}

interface ChangeNoticeProps {
  change: DateChange
  timeZone: string
  onClose: () => void
}

/** What buyers learn of a change, and what they don't learn by themselves. */
export function ChangeNotice({ change, timeZone, onClose }: ChangeNoticeProps) {
  const frame = { role: 'status', icon: <IconCalendarEvent {...icon} />, onClose } as const
  if (change.kind === 'added') {
    const { listingTitle, startsAt, isPublished } = change.openHome
    return (
      <Notice {...frame} title={`Open home at ${listingTitle} added for ${weekdayAndTime(startsAt, timeZone)}`}>
        <p>
          {isPublished
            ? 'The listing shows it, and buyers who subscribed will get it in their calendars.'
            : 'Buyers can’t see this listing yet. It’ll show the open home once it’s published.'}
        </p>
        {isPublished && <TellBuyersLink event={change.openHome} kind="open_home" />}
      </Notice>
    )
  }
  const { move, told, kind } = change
  const { event, at } = move
  const { isPublished, listingId, listingTitle, name, startsAt } = event
  if (kind === 'undone')
    return (
      <Notice
        {...frame}
        tone="amber"
        title={`${name} at ${listingTitle} is back to ${weekdayAndTime(at, timeZone)}, but buyers have been told another time`}
      >
        {told && (
          <ToldText told={told} listingId={listingId} timeZone={timeZone}>
            {weekdayAndTime(startsAt, timeZone)}
          </ToldText>
        )}
        {isPublished && <TellBuyersLink event={event} kind={messageKindOf(event, at)} />}
      </Notice>
    )
  return (
    <Notice {...frame} title={`${name} at ${listingTitle} is now ${weekdayAndTime(at, timeZone)}`}>
      <p>
        {isPublished
          ? 'The listing shows the new time, and the calendars of buyers who subscribed will update.'
          : 'Buyers can’t see this listing, so there’s nobody to tell.'}
      </p>
      {isPublished && told && (
        <ToldText told={told} listingId={listingId} timeZone={timeZone}>
          the old time
        </ToldText>
      )}
      {isPublished && <TellBuyersLink event={event} kind={messageKindOf(event, at)} />}
    </Notice>
  )
}

interface ToldTextProps {
  told: ToldBuyers
  listingId: string
  timeZone: string
  /** The time that is in the email. */
  children: ReactNode
}

/** An email that is sent can't be taken back; one that waits can be cancelled. */
const ToldText = ({ told: { at, isSent }, listingId, timeZone, children }: ToldTextProps) =>
  isSent ? (
    <p>
      Our email of {shortDateTime(at, timeZone)} told buyers {children}. Tell them the right time.
    </p>
  ) : (
    <p>
      The email for {shortDateTime(at, timeZone)} will tell buyers {children}.{' '}
      <TextLink to="/portal/listings/$id/messages" params={{ id: listingId }}>
        Cancel it
      </TextLink>{' '}
      and write another.
    </p>
  )

/** Opens a message about the new time. Nothing is sent before the agent has read it. */
const TellBuyersLink = ({ event, kind }: { event: Pick<CalendarEvent, 'id' | 'listingId'>; kind: MessageKind }) => (
  <ButtonLink
    to="/portal/listings/$id/messages/new"
    params={{ id: event.listingId }}
    search={{ kind, ...(kind === 'open_home' && { openHome: event.id }) }}
    variant="default"
    size="xs"
    mt="sm"
    leftSection={<IconMail {...icon} size={16} />}
  >
    Tell buyers
  </ButtonLink>
)

/** There is no text of ours for an auction that is later than planned: the agent says why. */
function messageKindOf({ kind, startsAt }: CalendarEvent, at: Date): MessageKind {
  if (kind === 'open_home') return 'open_home'
  if (kind === 'deadline') return 'offer_deadline'
  return at < startsAt ? 'auction_brought_forward' : 'other'
}

const MAX_CONFLICTS = 3

interface ConflictNoticeProps {
  conflicts: readonly ShownConflict[]
  timeZone: string
  clashText: (conflict: ShownConflict, from: CalendarEvent) => string
  /** The events of the view. One that a filter hides is named after the one that is shown. */
  shownEvents: readonly CalendarEvent[]
}

export const ConflictNotice = ({ conflicts, timeZone, clashText, shownEvents }: ConflictNoticeProps) => (
  <Notice
    tone="amber"
    icon={<IconAlertTriangle {...icon} />}
    title={conflicts.length === 1 ? 'Two dates clash' : `${formatCount(conflicts.length, 'pair')} of dates clash`}
  >
    <ul className={classes.conflicts}>
      {conflicts.slice(0, MAX_CONFLICTS).map((conflict) => {
        const from = shownEvents.includes(conflict.first) ? conflict.first : conflict.second
        return (
          <li key={`${conflict.first.id} ${conflict.second.id}`}>
            {weekdayAndTime(from.startsAt, timeZone)}, {from.name.toLowerCase()} at <bdi>{from.listingTitle}</bdi>:{' '}
            {lowerFirst(clashText(conflict, from))}.
          </li>
        )
      })}
      {conflicts.length > MAX_CONFLICTS && <li>And {conflicts.length - MAX_CONFLICTS} more, marked below.</li>}
    </ul>
  </Notice>
)

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export const EmptyWeek = ({ isNarrowed, onAdd }: { isNarrowed: boolean; onAdd: () => void }) => (
  <EmptyState
    icon={<IconCalendarEvent {...icon} />}
    title="Nothing planned this week"
    action={
      <Button variant="default" onClick={onAdd}>
        Add open home
      </Button>
    }
  >
    {isNarrowed
      ? 'Show everyone’s dates, or look at another week.'
      : 'Open homes, auctions and deadlines of your listings appear here, and what you plan to do next with your leads.'}
  </EmptyState>
)
