import classes from './UploadDock.module.css'
import { UploadRow } from './UploadRow.tsx'
import type { Upload, UploadState } from './uploadWords.ts'

/** What needs the agent comes first, what is finished last. */
const STATE_ORDER: UploadState[] = ['failed', 'lost', 'offline', 'signedOut', 'sending', 'finishing', 'waiting', 'done']
/** A folder of a thousand photos is not worth a thousand rows. */
const MAX_ROWS = 60

export function UploadQueueList({ uploads }: { uploads: readonly Upload[] }) {
  const sorted = uploads.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state))
  const more = sorted.length - MAX_ROWS
  return (
    <ul className={classes.list}>
      {sorted.slice(0, MAX_ROWS).map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
      {more > 0 && <li className={classes.rest}>and {more} more</li>}
    </ul>
  )
}
