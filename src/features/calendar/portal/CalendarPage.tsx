import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCalendarShare,
  IconChevronLeft,
  IconChevronRight,
  IconMail,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { todayIn, weekdayAndTime } from '#ui/format/dates.ts'
import { formatCount, formatDate } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { isShortcutTaken, useLetterShortcuts } from '#ui/portal/keyboard/shortcuts.ts'
import { RowFrame } from '#ui/table/RowTable.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { MessageKind } from '#values/messageValues.ts'
import { calendarWeekQuery } from '../calendar.functions.ts'
import type { CalendarEvent } from '../calendar.schema.ts'
import { type CalendarSearch, calendarWeekInput } from '../calendarSearch.ts'
import { addDays, mondayOf } from '../week.ts'
import { Agenda } from './Agenda.tsx'
import { CalendarLinkDialog } from './CalendarLinkDialog.tsx'
import classes from './CalendarPage.module.css'
import { EventDialog, MoveDialog } from './EventDialog.tsx'
import { conflictsBetween, conflictText, type ShownConflict } from './eventLabels.ts'
import { type DateMove, useMoveDate } from './useMoveDate.ts'
import { WeekGrid } from './WeekGrid.tsx'

interface CalendarPageProps {
  search: CalendarSearch
  onSearchChange: (change: Partial<CalendarSearch>) => void
  timeZone: string
}

const DAYS_PER_WEEK = 7

/** The dates of all listings and the agent's reminders, week by week. */
export function CalendarPage({ search, onSearchChange, timeZone }: CalendarPageProps) {
  const query = useQuery({ ...calendarWeekQuery(calendarWeekInput(search)), placeholderData: keepPreviousData })
  const monday = mondayOf(search.week || todayIn(timeZone))
  const [isLinkOpen, link] = useDisclosure()
  const goTo = (week: string) => onSearchChange({ week })
  const step = (weeks: number) => goTo(addDays(monday, weeks * DAYS_PER_WEEK))
  useCalendarKeys({ ArrowLeft: () => step(-1), ArrowRight: () => step(1), t: () => goTo('') })
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div className={classes.steps}>
          <ActionIcon variant="default" className={classes.step} aria-label="Previous week" onClick={() => step(-1)}>
            <IconChevronLeft {...icon} />
          </ActionIcon>
          <Button variant="default" onClick={() => goTo('')}>
            Today
          </Button>
          <ActionIcon variant="default" className={classes.step} aria-label="Next week" onClick={() => step(1)}>
            <IconChevronRight {...icon} />
          </ActionIcon>
        </div>
        <p className={classes.range} aria-live="polite" suppressHydrationWarning>
          {weekName(monday)}
        </p>
        <div className={classes.choices}>
          <WhoseSelect value={search.whose} onSelect={(whose) => onSearchChange({ whose })} />
          <SegmentedControl
            className={classes.onLaptop}
            aria-label="View"
            value={search.view || 'week'}
            onChange={(view) => onSearchChange({ view: view === 'agenda' ? 'agenda' : '' })}
            data={[
              { value: 'week', label: 'Week' },
              { value: 'agenda', label: 'Agenda' },
            ]}
          />
          <Button variant="default" leftSection={<IconCalendarShare {...icon} />} onClick={link.open}>
            Subscribe
          </Button>
        </div>
      </div>
      {query.data ? (
        <div
          className={classes.parts}
          data-old={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
        >
          <Week
            key={query.data.monday}
            monday={query.data.monday}
            timeZone={query.data.timeZone}
            events={query.data.events}
            search={search}
          />
        </div>
      ) : query.isError ? (
        <RowFrame>
          <SectionError what="your calendar" busy={query.isFetching} onRetry={query.refetch} />
        </RowFrame>
      ) : (
        <div role="status" aria-label="Loading your calendar">
          <Skeleton h={560} radius="md" />
        </div>
      )}
      <CalendarLinkDialog opened={isLinkOpen} timeZone={timeZone} onClose={link.close} />
    </div>
  )
}

/** "23 – 29 November 2026". */
function weekName(monday: string) {
  const [from, to] = [monday, addDays(monday, DAYS_PER_WEEK - 1)].map((day) => new Date(`${day}T00:00:00Z`))
  if (!from || !to) return ''
  const isSameMonth = from.getUTCMonth() === to.getUTCMonth()
  const start = formatDate(from, { day: 'numeric', ...(!isSameMonth && { month: 'long' }), timeZone: 'UTC' })
  return `${start} – ${formatDate(to, { dateStyle: 'long', timeZone: 'UTC' })}`
}

interface WeekProps {
  monday: string
  timeZone: string
  events: readonly CalendarEvent[]
  search: CalendarSearch
}

function Week({ monday, timeZone, events, search: { view, whose } }: WeekProps) {
  const { isTeam, nameOf } = useTeam()
  const [openId, setOpenId] = useState<string>()
  const [movingId, setMovingId] = useState<string>()
  const [moved, setMoved] = useState<DateMove>()
  const move = useMoveDate({ timeZone, onMoved: (done) => setMoved(done.isUndo ? undefined : done) })
  const conflicts = conflictsBetween(events)
  const find = (id: string | undefined) => events.find((event) => event.id === id)
  const agentName = ({ agentId }: CalendarEvent) => (isTeam && whose !== 'mine' ? nameOf(agentId) : undefined)
  const open = find(openId)
  const parts = { monday, timeZone, events, conflicts, agentName }
  return (
    <>
      {moved && <MovedNotice move={moved} timeZone={timeZone} onClose={() => setMoved(undefined)} />}
      {conflicts.length > 0 && <ConflictNotice conflicts={conflicts} timeZone={timeZone} />}
      {events.length === 0 && <EmptyWeek isNarrowed={whose !== ''} />}
      {view !== 'week' && (
        <div className={view === '' ? classes.onPhone : undefined}>
          {events.length > 0 && <Agenda {...parts} onMove={({ id }) => setMovingId(id)} />}
        </div>
      )}
      {view !== 'agenda' && events.length > 0 && (
        <div className={view === '' ? classes.onLaptop : undefined}>
          <WeekGrid {...parts} onOpen={({ id }) => setOpenId(id)} onDrop={(event, at) => move({ event, at })} />
        </div>
      )}
      <EventDialog
        event={open}
        conflicts={conflicts.filter(({ first, second }) => first.id === openId || second.id === openId)}
        timeZone={timeZone}
        agentName={open && agentName(open)}
        onMove={({ id }) => {
          setOpenId(undefined)
          setMovingId(id)
        }}
        onClose={() => setOpenId(undefined)}
      />
      <MoveDialog
        event={find(movingId)}
        timeZone={timeZone}
        onMove={(event, at) => move({ event, at })}
        onClose={() => setMovingId(undefined)}
      />
    </>
  )
}

interface MovedNoticeProps {
  move: DateMove
  timeZone: string
  onClose: () => void
}

/** What buyers learn of a move. */
const MovedNotice = ({ move: { event, at }, timeZone, onClose }: MovedNoticeProps) => (
  <Notice
    role="status"
    icon={<IconCalendarEvent {...icon} />}
    title={`${event.name} at ${event.listingTitle} is now ${weekdayAndTime(at, timeZone)}`}
    onClose={onClose}
  >
    <p>The listing shows the new time, and calendars of buyers who subscribed update by themselves.</p>
    {event.isPublished && <TellBuyersLink event={event} at={at} />}
  </Notice>
)

/** Opens a message about the new time. Nothing is sent before the agent has read it. */
const TellBuyersLink = ({ event, at }: Pick<DateMove, 'event' | 'at'>) => (
  <ButtonLink
    to="/portal/listings/$id/messages/new"
    params={{ id: event.listingId }}
    search={{ kind: messageKindOf(event, at) }}
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
}

const ConflictNotice = ({ conflicts, timeZone }: ConflictNoticeProps) => (
  <Notice
    tone="amber"
    icon={<IconAlertTriangle {...icon} />}
    title={
      conflicts.length === 1
        ? 'Two dates don’t fit together'
        : `${formatCount(conflicts.length, 'pair')} of dates don’t fit together`
    }
  >
    <ul className={classes.conflicts}>
      {conflicts.slice(0, MAX_CONFLICTS).map((conflict) => (
        <li key={`${conflict.first.id} ${conflict.second.id}`}>
          {weekdayAndTime(conflict.first.startsAt, timeZone)}, {conflict.first.name.toLowerCase()} at{' '}
          <bdi>{conflict.first.listingTitle}</bdi>: {lowerFirst(conflictText(conflict))}.
        </li>
      ))}
      {conflicts.length > MAX_CONFLICTS && <li>And {conflicts.length - MAX_CONFLICTS} more, marked below.</li>}
    </ul>
  </Notice>
)

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const EmptyWeek = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <EmptyState
    icon={<IconCalendarEvent {...icon} />}
    title="Nothing planned in this week"
    action={
      <ButtonLink to="/portal/listings" variant="default">
        Go to listings
      </ButtonLink>
    }
  >
    {isNarrowed
      ? 'Show everyone’s dates, or look at another week.'
      : 'Open homes, auctions and deadlines of your listings appear here, and what you plan to do next with your leads.'}
  </EmptyState>
)

/** Keys for the whole page, unless something else uses them. */
function useCalendarKeys(keys: Record<string, () => void>) {
  const [lettersOn] = useLetterShortcuts()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isShortcutTaken(event.target)) return
    const act = keys[event.key]
    if (!act || (event.key.length === 1 && !lettersOn)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
