import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarShare, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTeam } from '#features/agencies/portal/useTeam.ts'
import { WhoseSelect } from '#features/agencies/portal/WhoseSelect.tsx'
import type { FindListings } from '#features/listings/portal/ListingSelect.tsx'
import { showUndoToast } from '#ui/feedback/toasts.tsx'
import { addDays, todayIn, weekdayAndTime } from '#ui/format/dates.ts'
import { formatDate } from '#ui/format/format.ts'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import { isShortcutTaken, useLetterShortcuts } from '#ui/portal/keyboard/shortcuts.ts'
import { RowFrame } from '#ui/table/RowTable.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type CalendarWeek, calendarWeekQuery } from '../calendar.functions.ts'
import type { CalendarEvent } from '../calendar.schema.ts'
import { type CalendarSearch, calendarWeekInput } from '../calendarSearch.ts'
import { dayOf, momentAt, mondayOf } from '../week.ts'
import { AddOpenHomeDialog } from './AddOpenHomeDialog.tsx'
import { Agenda } from './Agenda.tsx'
import { CalendarLinkDialog } from './CalendarLinkDialog.tsx'
import { ChangeNotice, ConflictNotice, type DateChange, EmptyWeek, noticeForMove } from './CalendarNotices.tsx'
import classes from './CalendarPage.module.css'
import { EventDialog, MoveDialog } from './EventDialog.tsx'
import { conflictsBetween, conflictText, type ShownConflict } from './eventLabels.ts'
import { useChangeDates } from './useChangeDates.ts'
import { WeekGrid } from './WeekGrid.tsx'

interface CalendarPageProps {
  search: CalendarSearch
  onSearchChange: (change: Partial<CalendarSearch>) => void
  findListings: FindListings
  timeZone: string
}

const DAYS_PER_WEEK = 7

/** The dates of all listings and the agent's reminders, week by week. */
export function CalendarPage({ search, onSearchChange, findListings, timeZone }: CalendarPageProps) {
  const query = useQuery({ ...calendarWeekQuery(calendarWeekInput(search)), placeholderData: keepPreviousData })
  const monday = mondayOf(search.week || todayIn(timeZone))
  const [isLinkOpen, link] = useDisclosure()
  const [addingAt, setAddingAt] = useState<Date>()
  const [notice, setNotice] = useState<DateChange>()
  const { move, remove } = useChangeDates({
    timeZone,
    onMoved: (change, told) => setNotice(noticeForMove(change, told)),
    onRemoved: () => setNotice(undefined),
  })
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
          <Button leftSection={<IconPlus {...icon} />} onClick={() => setAddingAt(usualSlot(monday, timeZone))}>
            Add open home
          </Button>
        </div>
      </div>
      {query.data ? (
        <div
          className={classes.parts}
          data-old={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
        >
          {notice && <ChangeNotice change={notice} timeZone={timeZone} onClose={() => setNotice(undefined)} />}
          <Week key={query.data.monday} week={query.data} search={search} move={move} onAdd={setAddingAt} />
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
      <AddOpenHomeDialog
        at={addingAt}
        timeZone={timeZone}
        findListings={findListings}
        onAdded={(added) => {
          setAddingAt(undefined)
          setNotice({ kind: 'added', openHome: added })
          goTo(mondayOf(dayOf(added.startsAt, timeZone)))
          showUndoToast(`Open home added for ${weekdayAndTime(added.startsAt, timeZone)}.`, () => remove(added))
        }}
        onClose={() => setAddingAt(undefined)}
      />
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

interface WeekProps extends Pick<ReturnType<typeof useChangeDates>, 'move'> {
  week: CalendarWeek
  search: CalendarSearch
  /** Opens the form for a new open home. */
  onAdd: (at: Date) => void
}

function Week({ week: { monday, timeZone, events, elsewhere }, search: { view, whose }, move, onAdd }: WeekProps) {
  const { isTeam, nameOf } = useTeam()
  const [openId, setOpenId] = useState<string>()
  const [movingId, setMovingId] = useState<string>()
  const conflicts = conflictsBetween([...events, ...elsewhere])
  const find = (id: string | undefined) => events.find((event) => event.id === id)
  const agentName = ({ agentId }: CalendarEvent) => (isTeam && whose !== 'mine' ? nameOf(agentId) : undefined)
  const clashText = (conflict: ShownConflict, from: CalendarEvent) =>
    conflictText(conflict, from, isTeam ? conflict.agentIds.map(nameOf) : [])
  const open = find(openId)
  const parts = { monday, timeZone, events, conflicts, agentName, clashText }
  return (
    <>
      {conflicts.length > 0 && (
        <ConflictNotice conflicts={conflicts} timeZone={timeZone} clashText={clashText} shownEvents={events} />
      )}
      {events.length === 0 && <EmptyWeek isNarrowed={whose !== ''} onAdd={() => onAdd(usualSlot(monday, timeZone))} />}
      {view !== 'week' && (
        <div className={view === '' ? classes.onPhone : undefined}>
          {events.length > 0 && <Agenda {...parts} onMove={({ id }) => setMovingId(id)} />}
        </div>
      )}
      {view !== 'agenda' && events.length > 0 && (
        <div className={view === '' ? classes.onLaptop : undefined}>
          <WeekGrid
            {...parts}
            onOpen={({ id }) => setOpenId(id)}
            onDrop={(event, at) => move({ event, at })}
            onAdd={onAdd}
          />
        </div>
      )}
      <EventDialog
        event={open}
        conflicts={conflicts.filter(({ first, second }) => first.id === openId || second.id === openId)}
        timeZone={timeZone}
        agentName={open && agentName(open)}
        clashText={clashText}
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

const SATURDAY = 5
const ELEVEN = 11 * 60

/** When most open homes are: on Saturday in the late morning, and not in the past. */
function usualSlot(monday: string, timeZone: string) {
  const slotOf = (first: string) => momentAt(addDays(first, SATURDAY), ELEVEN, timeZone)
  const [slot, now] = [slotOf(monday), new Date()]
  if (slot > now) return slot
  const next = slotOf(mondayOf(todayIn(timeZone, now)))
  return next > now ? next : slotOf(addDays(mondayOf(todayIn(timeZone, now)), DAYS_PER_WEEK))
}

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
