import { Button, Group, Stack, TextInput } from '@mantine/core'
import { DialogFooter } from '#ui/form/DialogFooter.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { fromWallTime, toWallTime } from '#ui/format/wallTime.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { NextActionFormValues as NextActionSchema } from '../../followUp/followUp.schema.ts'
import { type LeadWithNextAction, useLeadActions } from '../useLeadActions.ts'
import { nextActionTimes } from './nextActionTimes.ts'

interface NextActionFormProps {
  leads: readonly LeadWithNextAction[]
  timeZone: string
  onDone: () => void
}

/** What to do next with one lead or several, and when. */
export function NextActionForm({ leads, timeZone, onDone }: NextActionFormProps) {
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
