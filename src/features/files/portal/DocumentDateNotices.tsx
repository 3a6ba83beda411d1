import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { outOfDateText } from '#features/listings/documentDates.ts'
import { mediumDay } from '#ui/format/dates.ts'
import { icon } from '#ui/theme/theme.ts'
import type { UpdateFileInput } from '../files.schema.ts'
import { datedFile, type OwnFile } from '../ownFile.ts'
import classes from './DocumentDateNotices.module.css'

interface DocumentDateNoticesProps {
  file: OwnFile
  timeZone: string
  /** The agent's own limits, by type. */
  validityDays: Record<string, number>
  onChange: (change: UpdateFileInput) => void
}

/** For the agent alone: the date that we found in a document, until it is confirmed, and that a document is old. */
export function DocumentDateNotices({ file, timeZone, validityDays, onChange }: DocumentDateNoticesProps) {
  const { id, name, kind, type, state, suggestedIssuedOn } = file
  if (type !== 'file' || state !== 'ready') return null
  const age = outOfDateText({ kind, ...datedFile(file) }, validityDays, timeZone)
  return (
    <>
      {age && (
        <span className={classes.old}>
          <IconAlertTriangle {...icon} size={14} aria-hidden="true" /> {age}
        </span>
      )}
      {suggestedIssuedOn && (
        <span className={classes.suggestion}>
          Issued {mediumDay(suggestedIssuedOn)}?
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Confirm the issue date of ${name}`}
            onClick={() => onChange({ id, issuedOn: suggestedIssuedOn })}
          >
            Confirm
          </Button>
          <Button
            variant="subtle"
            color="gray.7"
            size="compact-xs"
            aria-label={`Dismiss the issue date of ${name}`}
            onClick={() => onChange({ id, issuedOn: null })}
          >
            Dismiss
          </Button>
        </span>
      )}
    </>
  )
}
