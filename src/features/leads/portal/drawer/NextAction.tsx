import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarPlus, IconCheck, IconPencil } from '@tabler/icons-react'
import { shortDateTime } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { icon } from '#ui/theme/theme.ts'
import { type LeadWithNextAction, useLeadActions } from '../useLeadActions.ts'
import classes from './NextAction.module.css'
import { NextActionForm } from './NextActionForm.tsx'

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
