import { cancelUpload, resumeUpload } from '../files.functions.ts'
import type { FileToUpload } from './foundFiles.ts'
import { isWorthRetrying } from './judgeFailure.ts'
import { removeSavedUpload, type SavedUpload, saveUpload, readSavedUploads } from './keptUploads.ts'
import { sendFile } from './sendFile.ts'
import { claimTab, listOpenTabs } from './tabs.ts'
import { waitForEarlierPhotos } from './turns.ts'
import type { UploadTarget, Upload } from './uploadWords.ts'

const MAX_PARALLEL_UPLOADS = 4

/** Files on their way up. Lives outside of the pages, so that going from one to another disturbs nothing. */
export class UploadQueue {
  #uploads: readonly Upload[] = []
  readonly #sources = new Map<string, Partial<FileToUpload>>()
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  #agentId = ''
  #tab = ''
  #count = 0
  /** Called after each file that has become one of the agent's. */
  onArrival: () => void = () => {}

  readonly read = () => this.#uploads

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Finds what this agent left unfinished. Another agent's uploads are none of theirs. */
  async open(agentId: string) {
    if (this.#agentId === agentId) return
    for (const { key } of this.#uploads) this.#drop(key)
    this.#agentId = agentId
    this.#tab ||= claimTab()
    const [kept, busy] = await Promise.all([readSavedUploads(), listOpenTabs()])
    const left = kept.filter((one) => one.agentId === agentId && one.tab !== this.#tab && !busy.has(one.tab))
    await Promise.all(left.map((one) => this.#restore(one)))
  }

  /** One that was left unfinished goes on instead of beginning anew. */
  add(found: readonly FileToUpload[], place: UploadTarget) {
    for (const one of found) {
      const key = this.#lostOne(one.file) ?? this.#enter(one.file, place)
      this.#sources.set(key, one)
      this.#change(key, { state: 'waiting', hasHandle: one.handle !== undefined })
      this.#keep(key)
    }
    this.#fill()
  }

  /** Goes on with a file that the browser can open itself. Asks the agent for leave, if it must. */
  async reopen(key: string) {
    const handle: PermissionHandle | undefined = this.#sources.get(key)?.handle
    try {
      if (handle && (await handle.requestPermission?.({ mode: 'read' })) !== 'denied')
        return this.add([{ file: await handle.getFile(), handle }], {})
    } catch {
      // Moved or renamed since: only the agent knows where.
    }
    this.#change(key, { hasHandle: false })
  }

  retry(key: string) {
    this.#change(key, { state: 'waiting', error: undefined, speed: 0 })
    this.#fill()
  }

  cancel(key: string) {
    const uploadId = this.#find(key)?.uploadId
    this.#drop(key)
    void removeSavedUpload(key)
    // If this fails, the server's own sweep finds it.
    if (uploadId) void cancelUpload({ data: { uploadId } }).catch(() => {})
    this.#fill()
  }

  /** Takes what is finished off the list. */
  clear() {
    for (const { key, state } of this.#uploads) if (state === 'done') this.#drop(key)
  }

  #find(key: string) {
    return this.#uploads.find((upload) => upload.key === key)
  }

  #lostOne({ name, size, lastModified }: File) {
    const isSame = (upload: Upload) =>
      upload.state === 'lost' && upload.name === name && upload.size === size && upload.lastModified === lastModified
    return this.#uploads.find(isSame)?.key
  }

  #enter({ name, size, lastModified, type: contentType }: File, { listingId, replaces }: UploadTarget) {
    this.#count += 1
    const key = `${this.#tab}-${this.#count}`
    const entry = { key, name, size, lastModified, contentType, listingId, replaces }
    this.#uploads = [...this.#uploads, { ...entry, state: 'waiting', sent: 0, speed: 0 }]
    return key
  }

  async #restore({ agentId: _agent, tab: _tab, handle, ...kept }: SavedUpload) {
    const { key, size, uploadId } = kept
    const missing = uploadId && (await resumeUpload({ data: { uploadId } }).catch(() => undefined))
    // Finished or forgotten in the meantime.
    if (uploadId && !missing) return void removeSavedUpload(key)
    const left = missing ? missing.parts.reduce((sum, { length }) => sum + length, 0) : size
    this.#sources.set(key, { handle })
    const upload = { ...kept, hasHandle: handle !== undefined, state: 'lost' as const, sent: size - left, speed: 0 }
    this.#uploads = [...this.#uploads, upload]
    this.#keep(key)
    this.#tell()
  }

  #fill() {
    for (const upload of this.#uploads) {
      if (this.#running.size >= MAX_PARALLEL_UPLOADS) return
      const file = this.#sources.get(upload.key)?.file
      if (upload.state === 'waiting' && file && !this.#running.has(upload.key)) void this.#run(upload, file)
    }
  }

  async #run({ key, uploadId, listingId, replaces }: Upload, file: File) {
    const stop = new AbortController()
    this.#running.set(key, stop)
    // From now on, not from when the server knows of it: photos behind this one wait for it.
    this.#change(key, { state: 'sending' })
    const onChange = (change: Partial<Upload>) => {
      if (stop.signal.aborted) return
      this.#change(key, change)
      if (change.uploadId) this.#keep(key)
    }
    try {
      const turn = () => waitForEarlierPhotos(this, key)
      await sendFile({ file, uploadId, listingId, replaces, signal: stop.signal, onChange, turn })
      void removeSavedUpload(key)
      this.onArrival()
    } catch (error) {
      const canRetry = isWorthRetrying(error)
      onChange({ state: 'failed', error, canRetry, speed: 0 })
      if (!canRetry) void removeSavedUpload(key)
    }
    this.#running.delete(key)
    this.#fill()
  }

  #keep(key: string) {
    const upload = this.#find(key)
    if (!upload) return
    const { name, size, lastModified, contentType, listingId, replaces, uploadId } = upload
    const [agentId, tab, handle] = [this.#agentId, this.#tab, this.#sources.get(key)?.handle]
    void saveUpload({ key, agentId, tab, name, size, lastModified, contentType, listingId, replaces, uploadId, handle })
  }

  #drop(key: string) {
    this.#running.get(key)?.abort()
    this.#running.delete(key)
    this.#sources.delete(key)
    this.#uploads = this.#uploads.filter((upload) => upload.key !== key)
    this.#tell()
  }

  #change(key: string, change: Partial<Upload>) {
    this.#uploads = this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload))
    this.#tell()
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

/** Browsers that have handles ask whether we may still read them. */
interface PermissionHandle extends FileSystemFileHandle {
  requestPermission?: (wish: { mode: 'read' }) => Promise<PermissionState>
}

export const uploads = new UploadQueue()
