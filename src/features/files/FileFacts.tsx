import { Button, Loader } from '@mantine/core'
import { formatBytes } from '#ui/bytes.ts'
import { shortDate } from '#ui/dates.ts'
import type { OwnFile } from './describeFile.ts'
import classes from './FileFacts.module.css'

interface FileFactsProps {
  file: OwnFile
  timeZone: string
  onRetry: () => void
}

/** "62 pages · 18 MB · 3 Nov 2026", or what keeps it from being ready. */
export function FileFacts({ file, timeZone, onRetry }: FileFactsProps) {
  if (file.state === 'failed')
    return (
      <span className={classes.failed}>
        {file.failure ?? 'We couldn’t prepare this file.'}
        <Button variant="default" size="compact-xs" onClick={onRetry} aria-label={`Try again: ${file.name}`}>
          Try again
        </Button>
      </span>
    )
  const facts = [
    file.pageCount && pageCountText(file.pageCount),
    file.size !== null && formatBytes(file.size),
    shortDate(file.replacedAt ?? file.createdAt, timeZone),
  ]
  return (
    <span className={classes.facts}>
      {file.state === 'processing' && (
        <span className={classes.busy}>
          <Loader size={12} color="gray.6" aria-hidden="true" /> Preparing ·{' '}
        </span>
      )}
      {facts.filter(Boolean).join(' · ')}
    </span>
  )
}

export const pageCountText = (count: number) => `${count} page${count === 1 ? '' : 's'}`
