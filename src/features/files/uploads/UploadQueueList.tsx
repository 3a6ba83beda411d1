import classes from './UploadDock.module.css'
import { UploadRow } from './UploadRow.tsx'
import type { Upload, UploadState } from './uploadWords.ts'

/** What needs the agent comes first, what is finished last. */
const ORDER: UploadState[] = ['failed', 'lost', 'offline', 'signedOut', 'sending', 'finishing', 'waiting', 'done']
/** A folder of a thousand photos is not worth a thousand rows. */
const MOST = 60

export function UploadQueueList({ uploads }: { uploads: readonly Upload[] }) {
  const sorted = uploads.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  const more = sorted.length - MOST
  return (
    <ul className={classes.list}>
      {sorted.slice(0, MOST).map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
      {more > 0 && <li className={classes.rest}>and {more} more</li>}
    </ul>
  )
}
