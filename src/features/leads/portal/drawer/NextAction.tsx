import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarPlus, IconCheck, IconPencil } from '@tabler/icons-react'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { shortDateTime } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { NextActionFormValues as NextActionSchema, nextActionTimes } from '../../followUp/followUp.schema.ts'
import { type LeadWithNextAction, useLeadActions } from '../useLeadActions.ts'
import classes from './NextAction.module.css'

const smallIcon = { ...icon, size: 16 }

/** What the agent will do next, in the drawer. */
export function NextAction({ lead, timeZone }: { lead: LeadWithNextAction; timeZone: string }) {
  const { planNext } = useLeadActions()
  const [isEditing, { open, close }] = useDisclosure()
  if (isEditing) return <NextActionForm leads={[lead]} timeZone={timeZone} onDone={close} />
  if (!lead.nextActionAt)
    return (
      <div>
        <Button variant="default" size="xs" leftSection={<IconCalendarPlus {...smallIcon} />} onClick={open}>
          Plan next action
        </Button>
      </div>
    )
  return (
    <section className={classes.plan} aria-label="Next action">
      <NextActionText lead={lead} timeZone={timeZone} />
      <Group gap={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCheck {...smallIcon} />}
          onClick={() => planNext({ leads: [lead], next: null })}
        >
          Done
        </Button>
        <Button variant="subtle" color="gray.7" size="xs" leftSection={<IconPencil {...smallIcon} />} onClick={open}>
          Change
        </Button>
      </Group>
    </section>
  )
}

/** "Call about finance · 18 Nov, 9:00 am", marked when it is due. */
export function NextActionText({ lead, timeZone }: { lead: LeadWithNextAction; timeZone: string }) {
  const now = useNow()
  const { nextAction, nextActionAt } = lead
  if (!nextActionAt) return null
  const isDue = nextActionAt <= now
  return (
    <div className={classes.text} data-due={isDue || undefined} suppressHydrationWarning>
      <bdi>{nextAction}</bdi> · {isDue && 'due '}
      <time dateTime={nextActionAt.toISOString()}>{shortDateTime(nextActionAt, timeZone)}</time>
    </div>
  )
}

interface NextActionFormProps {
  leads: readonly LeadWithNextAction[]
  timeZone: string
  onDone: () => void
}

/** What to do next with one lead or several, and when. */
function NextActionForm({ leads, timeZone, onDone }: NextActionFormProps) {
  const { planNext } = useLeadActions()
  const choices = nextActionTimes(timeZone)
  const [only] = leads.length === 1 ? leads : []
  const form = useForm({
    initialValues: {
      nextAction: only?.nextAction ?? '',
      wallTime: only?.nextActionAt ? toWallTime(only.nextActionAt, timeZone) : (choices[0]?.wallTime ?? ''),
    },
    schema: NextActionSchema,
    submit: async ({ nextAction, wallTime }) => {
      const nextActionAt = fromWallTime(wallTime, timeZone)
      if (nextActionAt) planNext({ leads, next: { nextAction: nextAction.trim(), nextActionAt } })
    },
    onSuccess: onDone,
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        <TextInput
          label="Next action"
          placeholder="Call about finance"
          maxLength={200}
          data-autofocus
          {...form.textField('nextAction')}
        />
        <Group gap={6}>
          {choices.map(({ label, wallTime }) => (
            <Button
              key={label}
              size="compact-sm"
              variant={form.values.wallTime === wallTime ? 'light' : 'default'}
              aria-pressed={form.values.wallTime === wallTime}
              onClick={() => form.setValue('wallTime', wallTime)}
            >
              {label}
            </Button>
          ))}
        </Group>
        <TextInput type="datetime-local" label="When" {...form.textField('wallTime')} />
        <DialogFooter label="Save next action" form={form} onCancel={onDone} />
      </Stack>
    </form>
  )
}

interface NextActionDialogProps extends NextActionFormProps {
  opened: boolean
}

export const NextActionDialog = ({ opened, onDone, ...form }: NextActionDialogProps) => (
  <Dialog opened={opened} onClose={onDone} title="Plan next action">
    <NextActionForm {...form} onDone={onDone} />
  </Dialog>
)
