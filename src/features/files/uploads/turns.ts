import { expectedFileType } from './sortOf.ts'
import type { UploadQueue } from './UploadQueue.ts'
import type { Upload } from './uploadWords.ts'

const isAlmostUploaded = ({ state }: Upload) => state === 'sending' || state === 'finishing'

/** Photos stand in the order in which they came, so one waits for those before it that are as good as there. */
export function waitForEarlierPhotos(queue: Pick<UploadQueue, 'read' | 'subscribe'>, key: string) {
  const isEarly = () => {
    const list = queue.read()
    const at = list.findIndex((upload) => upload.key === key)
    const own = list[at]
    if (!own?.listingId || expectedFileType(own) !== 'image') return false
    return list
      .slice(0, at)
      .some((other) => other.listingId === own.listingId && expectedFileType(other) === 'image' && isAlmostUploaded(other))
  }
  return new Promise<void>((resolve) => {
    const look = () => {
      if (isEarly()) return
      stop()
      resolve()
    }
    const stop = queue.subscribe(look)
    look()
  })
}
