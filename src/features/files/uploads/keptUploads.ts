/** What the browser remembers of uploads, so that they go on after a reload. */
export interface KeptUpload {
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

const STORE = 'uploads'

/** Some private windows have no database. Uploads work without; they only do not survive the page. */
async function withStore<Answer>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<Answer>) {
  try {
    const database = await open()
    const transaction = database.transaction(STORE, mode)
    const answer = await settled(use(transaction.objectStore(STORE)))
    database.close()
    return answer
  } catch {
    return undefined
  }
}

function open() {
  const request = indexedDB.open('property-files', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
  return settled(request)
}

const settled = <Answer>(request: IDBRequest<Answer>) =>
  new Promise<Answer>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export const keepUpload = (upload: KeptUpload) => withStore('readwrite', (store) => store.put(upload))
export const forgetUpload = (key: string) => withStore('readwrite', (store) => store.delete(key))
export const readKeptUploads = async (): Promise<KeptUpload[]> =>
  (await withStore<KeptUpload[]>('readonly', (store) => store.getAll())) ?? []
