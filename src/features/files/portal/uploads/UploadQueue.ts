import { cancelUpload, resumeUpload } from '../../files.functions.ts'
import type { FileToUpload } from './droppedFiles.ts'
import { isWorthRetrying, uploadFile } from './uploadFile.ts'
import { expectedFileType, type Upload, type UploadTarget } from './uploadState.ts'

const MAX_PARALLEL_UPLOADS = 4

/** The running uploads. Outside of React, so that they continue during navigation. */
class UploadQueue {
  #uploads: readonly Upload[] = []
  readonly #sources = new Map<string, Partial<FileToUpload>>()
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  #agentId = ''
  #tab = ''
  #count = 0
  /** Called after each finished upload. */
  onArrival: () => void = () => {}

  readonly read = () => this.#uploads

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Loads this agent's unfinished uploads, and no other agent's. */
  async open(agentId: string) {
    if (this.#agentId === agentId) return
    for (const { key } of this.#uploads) this.#drop(key)
    this.#agentId = agentId
    this.#tab ||= claimTab()
    const [kept, busy] = await Promise.all([readSavedUploads(), listOpenTabs()])
    const left = kept.filter((one) => one.agentId === agentId && one.tab !== this.#tab && !busy.has(one.tab))
    await Promise.all(left.map((one) => this.#restore(one)))
  }

  /** An unfinished upload of the same file continues instead of starting again. */
  add(found: readonly FileToUpload[], place: UploadTarget) {
    for (const one of found) {
      const key = this.#lostOne(one.file) ?? this.#enter(one.file, place)
      this.#sources.set(key, one)
      this.#change(key, { state: 'waiting', hasHandle: one.handle !== undefined })
      this.#keep(key)
    }
    this.#fill()
  }

  /** Resumes with a file that the browser can open again, after asking for permission if needed. */
  async reopen(key: string) {
    const handle: PermissionHandle | undefined = this.#sources.get(key)?.handle
    try {
      if (handle && (await handle.requestPermission?.({ mode: 'read' })) !== 'denied')
        return this.add([{ file: await handle.getFile(), handle }], {})
    } catch {
      // The file was moved or renamed: the agent has to choose it again.
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
    // If this fails, the server's sweep deletes it.
    if (uploadId) void cancelUpload({ data: { uploadId } }).catch(() => {})
    this.#fill()
  }

  /** Removes finished uploads from the list. */
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

  #enter({ name, size, lastModified, type: contentType }: File, { listingId, replaces, note }: UploadTarget) {
    this.#count += 1
    const key = `${this.#tab}-${this.#count}`
    const entry = { key, name, size, lastModified, contentType, listingId, replaces, note }
    this.#uploads = [...this.#uploads, { ...entry, state: 'waiting', sent: 0, speed: 0 }]
    return key
  }

  async #restore({ agentId: _agent, tab: _tab, handle, ...kept }: SavedUpload) {
    const { key, size, uploadId } = kept
    const missing = uploadId && (await resumeUpload({ data: { uploadId } }).catch(() => undefined))
    // Finished or deleted in the meantime.
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

  async #run({ key, uploadId, listingId, replaces, note }: Upload, file: File) {
    const stop = new AbortController()
    this.#running.set(key, stop)
    // Set before the server responds, because later photos wait for this one.
    this.#change(key, { state: 'sending' })
    const onChange = (change: Partial<Upload>) => {
      if (stop.signal.aborted) return
      this.#change(key, change)
      if (change.uploadId) this.#keep(key)
    }
    try {
      const turn = () => waitForEarlierPhotos(this, key)
      await uploadFile({ file, uploadId, listingId, replaces, note, signal: stop.signal, onChange, turn })
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
    const { name, size, lastModified, contentType, listingId, replaces, note, uploadId } = upload
    const [agentId, tab, handle] = [this.#agentId, this.#tab, this.#sources.get(key)?.handle]
    const place = { listingId, replaces, note }
    void saveUpload({ key, agentId, tab, name, size, lastModified, contentType, ...place, uploadId, handle })
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

/** In browsers with file handles, reading one again may need permission. */
interface PermissionHandle extends FileSystemFileHandle {
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
}

export const uploadQueue = new UploadQueue()

const isAlmostUploaded = ({ state }: Upload) => state === 'sending' || state === 'finishing'

/** Photos keep the order in which they were chosen, so each waits for earlier ones that are being uploaded. */
function waitForEarlierPhotos(queue: Pick<UploadQueue, 'read' | 'subscribe'>, key: string) {
  const isEarly = () => {
    const list = queue.read()
    const at = list.findIndex((upload) => upload.key === key)
    const own = list[at]
    if (!own?.listingId || expectedFileType(own) !== 'image') return false
    return list
      .slice(0, at)
      .some(
        (other) => other.listingId === own.listingId && expectedFileType(other) === 'image' && isAlmostUploaded(other),
      )
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

/** Stored in the browser, so that uploads can resume after a reload. */
interface SavedUpload {
  key: string
  /** The agent, and the tab that uploads it. */
  agentId: string
  tab: string
  name: string
  size: number
  lastModified: number
  contentType: string
  listingId?: string
  replaces?: string
  note?: string
  uploadId?: string
  handle?: FileSystemFileHandle
}

const STORE_NAME = 'uploads'

/** Some private windows have no IndexedDB. Uploads work without it, but cannot resume after a reload. */
async function withStore<Answer>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<Answer>) {
  try {
    const database = await openDatabase()
    const transaction = database.transaction(STORE_NAME, mode)
    const answer = await requestResult(use(transaction.objectStore(STORE_NAME)))
    database.close()
    return answer
  } catch {
    return undefined
  }
}

function openDatabase() {
  const request = indexedDB.open('property-files', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE_NAME, { keyPath: 'key' })
  return requestResult(request)
}

const requestResult = <Answer>(request: IDBRequest<Answer>) =>
  new Promise<Answer>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const saveUpload = (upload: SavedUpload) => withStore('readwrite', (store) => store.put(upload))
const removeSavedUpload = (key: string) => withStore('readwrite', (store) => store.delete(key))
const readSavedUploads = async (): Promise<SavedUpload[]> =>
  (await withStore<SavedUpload[]>('readonly', (store) => store.getAll())) ?? []

const TAB_PREFIX = 'uploads-of-'

/** A name for this tab, locked until the tab is closed. */
function claimTab() {
  const tab = `${TAB_PREFIX}${Math.random().toString(36).slice(2)}`
  // Never released. Locks need https: without them two tabs may offer the same upload.
  void navigator.locks?.request(tab, () => new Promise(() => {}))
  return tab
}

/** Open tabs, whose uploads other tabs leave alone. */
async function listOpenTabs() {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name))
}
