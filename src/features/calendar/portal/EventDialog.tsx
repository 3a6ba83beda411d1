import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import * as z from 'zod/mini'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fullDate } from '#ui/format/dates.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'
import { ButtonLink } from '#ui/links.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { type CalendarEvent, isMovable } from '../calendar.schema.ts'
import type { CalendarViewProps } from './Agenda.tsx'
import classes from './CalendarPage.module.css'
import { eventIcons, eventTime, eventTitle, type ShownConflict, timeThere } from './eventLabels.ts'

interface EventDialogProps {
  event: CalendarEvent | undefined
  conflicts: readonly ShownConflict[]
  timeZone: string
  clashText: CalendarViewProps['clashText']
  /** In a team. */
  agentName: string | undefined
  onMove: (event: CalendarEvent) => void
  onClose: () => void
}

/** Everything about one event, and what can be done with it. */
export const EventDialog = ({ event, ...props }: EventDialogProps) => (
  <Dialog opened={event !== undefined} onClose={props.onClose} title={event ? eventTitle(event) : ''}>
    {event && <EventDetails event={event} {...props} />}
  </Dialog>
)

function EventDetails({
  event,
  conflicts,
  timeZone,
  agentName,
  clashText,
  onMove,
}: Omit<EventDialogProps, 'event' | 'onClose'> & { event: CalendarEvent }) {
  const Icon = eventIcons[event.kind]
  const there = timeThere(event, timeZone)
  return (
    <Stack gap="md">
      <div className={classes.details}>
        <Icon {...icon} />
        <div>
          <p className={classes.detailsTitle}>
            <bdi>{event.listingTitle}</bdi>
          </p>
          <p>
            {fullDate(event.startsAt, timeZone)}, {eventTime(event, timeZone)}
          </p>
          {there && <p className={classes.quiet}>{there}</p>}
          {agentName && (
            <p className={classes.quiet}>
              <bdi>{agentName}</bdi>
            </p>
          )}
        </div>
      </div>
      {conflicts.length > 0 && (
        <ul className={classes.clashes}>
          {conflicts.map((conflict) => (
            <li key={`${conflict.first.id} ${conflict.second.id}`}>
              <IconAlertTriangle {...icon} size={16} />
              <span>{clashText(conflict, event)}.</span>
            </li>
          ))}
        </ul>
      )}
      <Group gap="sm" justify="flex-end">
        {isMovable(event) && (
          <Button variant="default" onClick={() => onMove(event)}>
            Move
          </Button>
        )}
        {event.kind === 'open_home' && (
          <ButtonLink
            to="/portal/listings/$id/open-homes/$openHomeId"
            params={{ id: event.listingId, openHomeId: event.id }}
            variant="default"
          >
            Visitors
          </ButtonLink>
        )}
        {event.leadId ? (
          <ButtonLink to="/portal/leads" search={{ lead: event.leadId }}>
            Open lead
          </ButtonLink>
        ) : (
          <ButtonLink to="/portal/listings/$id" params={{ id: event.listingId }}>
            Open listing
          </ButtonLink>
        )}
      </Group>
    </Stack>
  )
}

export const WallTime = z
  .string()
  .check(z.regex(/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}/, 'Please choose a day and a time'), z.maxLength(30))
const MoveValues = z.strictObject({ wallTime: WallTime })

export const QUARTER_SECONDS = 900

interface MoveDialogProps {
  event: CalendarEvent | undefined
  timeZone: string
  onMove: (event: CalendarEvent, at: Date) => void
  onClose: () => void
}

/** Moves an event without dragging it. */
export const MoveDialog = ({ event, timeZone, onMove, onClose }: MoveDialogProps) => (
  <Dialog opened={event !== undefined} onClose={onClose} title={event ? `Move ${event.name.toLowerCase()}` : ''}>
    {event && <MoveForm event={event} timeZone={timeZone} onMove={onMove} onClose={onClose} />}
  </Dialog>
)

function MoveForm({ event, timeZone, onMove, onClose }: MoveDialogProps & { event: CalendarEvent }) {
  const form = useForm({
    initialValues: { wallTime: toWallTime(event.startsAt, timeZone) },
    schema: MoveValues,
    submit: async ({ wallTime }) => {
      const at = fromWallTime(wallTime, timeZone)
      if (at && at.getTime() !== event.startsAt.getTime()) onMove(event, at)
    },
    onSuccess: onClose,
  })
  const minutes = Math.round((event.endsAt.getTime() - event.startsAt.getTime()) / 60_000)
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <p className={classes.formText}>
          <bdi>{event.listingTitle}</bdi>
          {event.kind === 'open_home' && `, still ${minutes} minutes long`}.
          {event.isPublished && ' The calendars of buyers who subscribed will update.'}
        </p>
        <TextInput
          type="datetime-local"
          label="New time"
          step={QUARTER_SECONDS}
          data-autofocus
          {...form.textField('wallTime')}
        />
        <DialogFooter label="Move" form={form} onCancel={onClose} />
      </Stack>
    </form>
  )
}
