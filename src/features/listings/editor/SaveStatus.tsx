import { AppError } from '#platform/errors.ts'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { isChangedElsewhere } from './useListingForm.ts'

interface SaveStatusProps {
  dirty: boolean
  busy: boolean
  savedAt?: Date
  timeZone: string
}

export function SaveStatus({ dirty, busy, savedAt, timeZone }: SaveStatusProps) {
  if (busy) return 'Saving…'
  if (dirty) return 'Unsaved changes'
  if (!savedAt) return null
  return (
    <>
      Saved <RelativeTime moment={savedAt} timeZone={timeZone} />
    </>
  )
}

/** Wrong fields say so themselves, and a conflict has its dialog. */
export function SaveFailure({ error }: { error: unknown }) {
  const isShownElsewhere = isChangedElsewhere(error) || (error instanceof AppError && error.name === 'InvalidInput')
  return <FailureAlert error={isShownElsewhere ? null : error} />
}
