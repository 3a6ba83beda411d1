import { Box, Button, Text } from '@mantine/core'
import { FailureAlert } from '../feedback/FailureAlert.tsx'
import { SectionFooter } from '../layout/SectionCard.tsx'

interface SaveFooterProps {
  label: string
  /** As `useForm` returns it. */
  form: { isDirty: boolean; isBusy: boolean; failure: unknown; reset: () => void }
  /** While another section has unsaved changes too: one of the buttons is filled. */
  isSecond?: boolean
}

/** The save and reset buttons of a section. */
export function SaveFooter({ label, form: { isDirty, isBusy, failure, reset }, isSecond }: SaveFooterProps) {
  return (
    <SectionFooter>
      {failure !== null && (
        <Box w="100%">
          <FailureAlert error={failure} />
        </Box>
      )}
      <Text size="sm" c="dimmed" mr="auto" aria-live="polite">
        {isDirty ? 'Unsaved changes' : ''}
      </Text>
      {isDirty && (
        <Button variant="default" onClick={reset} disabled={isBusy}>
          Discard
        </Button>
      )}
      <Button type="submit" variant={isSecond ? 'default' : 'filled'} disabled={!isDirty} loading={isBusy}>
        {label}
      </Button>
    </SectionFooter>
  )
}
