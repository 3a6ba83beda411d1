import { isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { AppError } from '#platform/errors.ts'
import type { PartUrl } from '#platform/storage/storage.ts'
import { isNetworkError } from '#ui/feedback/failureMessage.ts'

/** The storage refused a part. Status 0: it was not reached. */
export class PartRefusedError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`A part was answered with ${status}.`)
    this.name = 'PartRefusedError'
    this.status = status
  }
}

/** A half-open connection would stay silent for minutes. */
const SILENCE_TIMEOUT_MS = 45_000

interface PartToSend {
  part: PartUrl
  file: File
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/** Sends one part of a file. Not with fetch, which reports no progress. The browser streams the slice from the disk. */
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
      else reject(new PartRefusedError(request.status))
    }
    signal.addEventListener('abort', giveUp)
    window.addEventListener('offline', giveUp)
    request.open('PUT', part.url)
    for (const [name, value] of Object.entries(part.headers)) request.setRequestHeader(name, value)
    request.send(file.slice(part.offset, part.offset + part.length))
  })
}

/** Attempts after an unexpected error before the agent sees it. */
const MAX_TRIES = 4

export type FailureDecision = 'offline' | 'signedOut' | 'again' | 'restart' | 'final'

/** Decides what to do after a failure. Most are temporary. */
export function decideAfterFailure(error: unknown, tries: number): FailureDecision {
  if (isNetworkError(error) || (error instanceof PartRefusedError && error.status === 0)) return 'offline'
  if (isNotSignedIn(error)) return 'signedOut'
  if (error instanceof PartRefusedError && TEMPORARY_STATUSES.includes(error.status)) return 'again'
  // The server deletes unfinished uploads after some days.
  if (error instanceof AppError && error.status === 404 && tries === 0) return 'restart'
  const isRefusal = error instanceof AppError && error.status < 500 && !isTemporary(error)
  return isRefusal || tries >= MAX_TRIES ? 'final' : 'again'
}

/** The server is still receiving an earlier attempt of the same part, or this network sends too much at once. */
const TEMPORARY_STATUSES = [409, 429]

/** Too many calls at once, or a part that is still missing. */
const isTemporary = ({ name, status }: AppError) => status === 429 || name === 'UploadIncomplete'

const FINAL_STATUSES = [413, 415, 422, 404]

/** Retry unless the file itself is the problem. */
export const isWorthRetrying = (error: unknown) =>
  !(error instanceof AppError && FINAL_STATUSES.includes(error.status)) || error.name === 'QuotaReached'

const MAX_PAUSE_MS = 30_000

/** One second, two, four … up to half a minute. */
export const retryDelayMs = (tries: number) => Math.min(MAX_PAUSE_MS, 1000 * 2 ** tries)

/** Waits before the next attempt, but no longer than until the connection is back. */
export function waitForConnection(tries: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, navigator.onLine ? retryDelayMs(tries) : MAX_PAUSE_MS)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

/** Short enough to follow a change, long enough not to flicker. */
const SMOOTHING_MS = 4_000

/** Bytes per second, smoothed. Call it with the bytes sent so far. */
export function createSpeedMeter(start: number, now: number) {
  let [last, at, speed] = [start, now, 0]
  return (sent: number, time: number) => {
    const passed = time - at
    if (passed <= 0) return speed
    const current = (Math.max(0, sent - last) / passed) * 1000
    const weight = speed === 0 ? 1 : 1 - Math.exp(-passed / SMOOTHING_MS)
    speed += (current - speed) * weight
    last = sent
    at = time
    return speed
  }
}
