import { announceSessionEnd, isNotSignedIn } from '#platform/auth/sessionEndListeners.ts'
import { AppError } from '#platform/errors.ts'
import type { PartUrl } from '#platform/storage/storage.ts'
import { isNetworkError } from '#ui/feedback/failureMessage.ts'
import { finishUpload, getUploadUrl, resumeUpload } from '../../files.functions.ts'
import type { Upload, UploadTarget } from './uploadState.ts'

/** Faster updates would be unreadable. */
const PROGRESS_INTERVAL_MS = 150

interface FileToSend extends UploadTarget {
  file: File
  uploadId?: string
  signal: AbortSignal
  onChange: (change: Partial<Upload>) => void
  /** Resolves when it is this file's turn to be finished. */
  turn: () => Promise<void>
}

/** Ends when the file is stored, refused or cancelled. A lost connection only pauses it. */
export async function uploadFile(sending: FileToSend) {
  const { file, signal, onChange, turn, ...place } = sending
  let uploadId = sending.uploadId
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      await requireReadable(file)
      const plan = await beginOrResume(file, { ...place, uploadId })
      uploadId = plan.uploadId
      if (signal.aborted) return
      onChange({ uploadId, state: 'sending' })
      await sendParts(plan.parts, sending, () => {
        tries = 0
      })
      onChange({ state: 'finishing', sent: file.size })
      await turn()
      if (signal.aborted) return
      await finishUpload({ data: { uploadId } })
      onChange({ state: 'done', speed: 0 })
      return
    } catch (error) {
      if (signal.aborted) return
      const verdict = decideAfterFailure(error, tries)
      if (verdict === 'final') throw error
      if (verdict === 'restart') uploadId = undefined
      if (verdict === 'signedOut') announceSessionEnd()
      if (verdict === 'offline' || verdict === 'signedOut') onChange({ state: verdict, speed: 0 })
      await waitForConnection(tries, signal)
    }
  }
}

/** A file that was changed after it was chosen looks to the browser like a lost connection. */
async function requireReadable(file: File) {
  if (file.size === 0) throw new AppError('Unacceptable', 422, 'This file is empty.')
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new AppError('Unacceptable', 422, 'The file was changed or moved on your device. Please add it again.')
  }
}

/** Starts or resumes: the server returns the missing parts with new URLs. */
function beginOrResume(
  { name, size, type }: File,
  { uploadId, listingId, replaces, note }: UploadTarget & { uploadId?: string },
) {
  if (uploadId) return resumeUpload({ data: { uploadId } })
  return getUploadUrl({ data: { name, contentType: type, contentLength: String(size), listingId, replaces, note } })
}

type Parts = Awaited<ReturnType<typeof beginOrResume>>['parts']

async function sendParts(parts: Parts, { file, signal, onChange }: FileToSend, onPart: () => void) {
  let arrived = file.size - parts.reduce((sum, { length }) => sum + length, 0)
  onChange({ sent: arrived })
  const measure = createSpeedMeter(arrived, performance.now())
  let told = 0
  for (const part of parts) {
    const onProgress = (bytes: number) => {
      const now = performance.now()
      if (now - told < PROGRESS_INTERVAL_MS) return
      told = now
      onChange({ sent: arrived + bytes, speed: measure(arrived + bytes, now) })
    }
    await sendPart({ part, file, signal, onProgress })
    arrived += part.length
    onPart()
  }
}

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
function sendPart({ part, file, signal, onProgress }: PartToSend) {
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
function waitForConnection(tries: number, signal: AbortSignal) {
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
