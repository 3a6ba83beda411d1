import { Progress } from '@mantine/core'
import type { OwnFile } from '../describeFile.ts'
import classes from './Arriving.module.css'
import { expectedFileType } from './sortOf.ts'
import { isInProgress, summariseUploads } from './uploadWords.ts'
import { useUploads } from './useUploads.ts'

interface UploadsInProgressProps {
  listingId: string
  type: OwnFile['type']
}

/** What will appear in a section in a moment. */
export function UploadsInProgress({ listingId, type }: UploadsInProgressProps) {
  const coming = useUploads().filter(
    (upload) => upload.listingId === listingId && isInProgress(upload) && expectedFileType(upload) === type,
  )
  if (coming.length === 0) return null
  const { percent } = summariseUploads(coming)
  const noun = type === 'image' ? 'photo' : 'document'
  return (
    <div className={classes.arriving}>
      <span>
        {coming.length} {noun}
        {coming.length > 1 && 's'} uploading
      </span>
      <Progress value={percent} size={4} flex={1} aria-label={`${noun}s uploading`} />
    </div>
  )
}
