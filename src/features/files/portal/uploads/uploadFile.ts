import { announceSessionEnd } from '#platform/auth/sessionEndListeners.ts'
import { AppError } from '#platform/errors.ts'
import { finishUpload, getUploadUrl, resumeUpload } from '../../files.functions.ts'
import { createSpeedMeter, decideAfterFailure, sendPart, waitForConnection } from './sendPart.ts'
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
