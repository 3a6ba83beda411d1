import { Progress } from '@mantine/core'
import type { OwnFile } from '../describeFile.ts'
import classes from './Arriving.module.css'
import { sortOf } from './sortOf.ts'
import { isUnderWay, sumUp } from './uploadWords.ts'
import { useUploads } from './useUploads.ts'

interface ArrivingProps {
  listingId: string
  type: OwnFile['type']
}

/** What will appear in a section in a moment. */
export function Arriving({ listingId, type }: ArrivingProps) {
  const coming = useUploads().filter(
    (upload) => upload.listingId === listingId && isUnderWay(upload) && sortOf(upload) === type,
  )
  if (coming.length === 0) return null
  const { percent } = sumUp(coming)
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
