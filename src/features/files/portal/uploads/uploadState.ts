import { fileExtension, fileTypeForExtension, fileTypeInfo, isFileType } from '#platform/media/fileTypes.ts'
import { formatBytes } from '#ui/format/format.ts'
import type { OwnFile } from '../../ownFile.ts'

/** `lost`: the agent has to choose the file again, after the page was left. */
export type UploadState = 'waiting' | 'sending' | 'offline' | 'signedOut' | 'finishing' | 'done' | 'failed' | 'lost'

export interface UploadTarget {
  listingId?: string
  /** The file whose content it replaces. */
  replaces?: string
  /** What changed, if it replaces a document. */
  note?: string
}

export interface Upload extends UploadTarget {
  key: string
  name: string
  size: number
  lastModified: number
  contentType: string
  state: UploadState
  /** Bytes stored, and those sent of the current parts. */
  sent: number
  /** Bytes per second, smoothed. */
  speed: number
  /** Set once the server has created the upload. */
  uploadId?: string
  error?: unknown
  canRetry?: boolean
  /** The browser can open the file again by itself. */
  hasHandle?: boolean
}

const statesInProgress = ['waiting', 'sending', 'offline', 'signedOut', 'finishing'] satisfies UploadState[]
export const isInProgress = ({ state }: Upload) => (statesInProgress as UploadState[]).includes(state)

const timeLeftText = (amount: number) => {
  if (amount < 60) return `${Math.max(1, Math.round(amount))} s left`
  if (amount < 3600) return `${Math.round(amount / 60)} min left`
  return `${Math.round(amount / 3600)} h left`
}

/** "12 of 84 MB · 3.1 MB/s · 23 s left" */
export function progressText({ state, sent, size, speed }: Upload) {
  if (state === 'waiting') return `Waiting · ${formatBytes(size)}`
  if (state === 'offline') return 'Waiting for a connection'
  if (state === 'signedOut') return 'Waiting for you to sign in'
  if (state === 'finishing') return 'Checking the file'
  if (state === 'done') return formatBytes(size)
  const amount = `${formatBytes(sent)} of ${formatBytes(size)}`
  if (state === 'lost')
    return sent > 0 ? `Paused at ${amount} when the page was closed` : 'Paused when the page was closed'
  return speed > 0 ? `${amount} · ${formatBytes(speed)}/s · ${timeLeftText((size - sent) / speed)}` : amount
}

/** The progress of all uploads together, and the time left. */
export function summariseUploads(uploads: readonly Upload[]) {
  const moving = uploads.filter((upload) => isInProgress(upload) || upload.state === 'done')
  const sum = (value: (upload: Upload) => number) => moving.reduce((total, upload) => total + value(upload), 0)
  const size = sum((upload) => upload.size)
  const sent = sum((upload) => (upload.state === 'done' ? upload.size : upload.sent))
  const speed = sum((upload) => (upload.state === 'sending' ? upload.speed : 0))
  return {
    underWay: uploads.filter(isInProgress).length,
    done: uploads.filter(({ state }) => state === 'done').length,
    failed: uploads.filter(({ state }) => state === 'failed').length,
    lost: uploads.filter(({ state }) => state === 'lost').length,
    isOffline: uploads.some(({ state }) => state === 'offline'),
    percent: size > 0 ? Math.floor((sent / size) * 100) : 0,
    timeLeft: speed > 0 ? timeLeftText((size - sent) / speed) : '',
  }
}

/** Guessed from its name and type. The server checks the content. */
export function expectedFileType({ name, contentType }: Pick<Upload, 'name' | 'contentType'>): OwnFile['type'] {
  const type = fileTypeForExtension(fileExtension(name)) ?? contentType
  return isFileType(type) && fileTypeInfo(type).family === 'image' ? 'image' : 'file'
}
