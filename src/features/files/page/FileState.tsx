import { Badge, Button } from '@mantine/core'
import type { OwnFile } from '../describeFile.ts'
import { UNDO_DELETE_MINUTES } from '../files.ts'
import classes from './FilesPage.module.css'

interface FileStatusProps {
  file: OwnFile
  onRetry: () => void
  onUndo: () => void
}

/** Only what is not as it should be is worth a word. */
export function FileStatus({ file: { name, state, failure }, onRetry, onUndo }: FileStatusProps) {
  if (state === 'processing') return <span className={classes.state}>Preparing</span>
  if (state === 'archived')
    return (
      <Badge variant="light" color="gray" c="gray.7" size="sm">
        Archived
      </Badge>
    )
  if (state === 'deleted')
    return (
      <span className={classes.failed}>
        Deleted. You can undo this for {UNDO_DELETE_MINUTES} minutes.
        <Button variant="default" size="compact-xs" aria-label={`Undo delete: ${name}`} onClick={onUndo}>
          Undo
        </Button>
      </span>
    )
  if (state !== 'failed') return null
  return (
    <span className={classes.failed}>
      {failure ?? 'We couldn’t prepare this file.'}
      <Button variant="default" size="compact-xs" aria-label={`Try again: ${name}`} onClick={onRetry}>
        Try again
      </Button>
    </span>
  )
}
