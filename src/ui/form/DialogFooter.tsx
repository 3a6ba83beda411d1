import { Button, Group } from '@mantine/core'
import { FailureAlert } from '../feedback/FailureAlert.tsx'
import { SubmitButton } from './SubmitButton.tsx'

interface DialogFooterProps {
  /** What the form does: "Save access". */
  label: string
  /** As `useForm` returns it. */
  form: { isBusy: boolean; failure: unknown }
  onCancel: () => void
  /** Where closing keeps something: "Keep this name". */
  cancelLabel?: string
}

/** What went wrong, and the buttons of a form in a dialog. */
export const DialogFooter = ({ label, form, onCancel, cancelLabel = 'Cancel' }: DialogFooterProps) => (
  <>
    <FailureAlert error={form.failure} />
    <Group gap="xs" justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <SubmitButton loading={form.isBusy} fullWidth={false} size="sm">
        {label}
      </SubmitButton>
    </Group>
  </>
)
