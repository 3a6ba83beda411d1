/** What the browser remembers of uploads, so that they go on after a reload. */
export interface SavedUpload {
  key: string
  /** Whose, and in which tab. */
  agentId: string
  tab: string
  name: string
  size: number
  lastModified: number
  contentType: string
  listingId?: string
  replaces?: string
  uploadId?: string
  handle?: FileSystemFileHandle
}

const STORE_NAME = 'uploads'

/** Some private windows have no database. Uploads work without; they only do not survive the page. */
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

export const saveUpload = (upload: SavedUpload) => withStore('readwrite', (store) => store.put(upload))
export const removeSavedUpload = (key: string) => withStore('readwrite', (store) => store.delete(key))
export const readSavedUploads = async (): Promise<SavedUpload[]> =>
  (await withStore<SavedUpload[]>('readonly', (store) => store.getAll())) ?? []
