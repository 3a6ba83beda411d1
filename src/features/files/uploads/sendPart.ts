import type { PartUrl } from '#platform/storage/storage.ts'

/** The storage did not take a part. Status 0: it was never reached. */
export class PartRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`A part was answered with ${status}.`)
    this.name = 'PartRefused'
    this.status = status
  }
}

/** A connection that lost its other end says nothing for minutes. */
const SILENCE_TIMEOUT_MS = 45_000

interface PartToSend {
  part: PartUrl
  file: File
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/** One piece of a file. Not by fetch, which cannot say how far it is. The browser reads the slice from the disk as it goes. */
export function sendPart({ part, file, signal, onProgress }: PartToSend) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const giveUp = () => request.abort()
    let silence = setTimeout(giveUp, SILENCE_TIMEOUT_MS)
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence)
      silence = setTimeout(giveUp, SILENCE_TIMEOUT_MS)
      onProgress(loaded)
    }
    request.onloadend = () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', giveUp)
      window.removeEventListener('offline', giveUp)
      if (request.status === 200) resolve()
      else reject(new PartRefused(request.status))
    }
    signal.addEventListener('abort', giveUp)
    window.addEventListener('offline', giveUp)
    request.open('PUT', part.url)
    for (const [name, value] of Object.entries(part.headers)) request.setRequestHeader(name, value)
    request.send(file.slice(part.offset, part.offset + part.length))
  })
}
