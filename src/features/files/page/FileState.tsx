import { Badge, Button } from '@mantine/core'
import type { OwnFile } from '../describeFile.ts'
import classes from './FilesPage.module.css'

/** Only what is not as it should be is worth a word. */
export function FileState({ file: { name, state, failure }, onRetry }: { file: OwnFile; onRetry: () => void }) {
  if (state === 'processing') return <span className={classes.state}>Preparing</span>
  if (state === 'archived')
    return (
      <Badge variant="light" color="gray" c="gray.7" size="sm">
        Archived
      </Badge>
    )
  if (state !== 'failed') return null
  return (
    <span className={classes.failed}>
      {failure ?? 'This file could not be prepared.'}
      <Button variant="default" size="compact-xs" aria-label={`Try again: ${name}`} onClick={onRetry}>
        Try again
      </Button>
    </span>
  )
}
