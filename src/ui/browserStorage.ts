type StorageArea = 'localStorage' | 'sessionStorage'

/** The browser's storage. A browser may block it or have no room: then nothing is stored and nothing found, and all else works. */
export const readStored = (key: string, area: StorageArea = 'localStorage') =>
  withStorage(area, (storage) => storage.getItem(key)) ?? null

/** What `storeJson` stored. Undefined if there is nothing, or something that is not ours. */
export function readStoredJson(key: string, area?: StorageArea): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? '')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export const store = (key: string, value: string, area: StorageArea = 'localStorage') =>
  withStorage(area, (storage) => storage.setItem(key, value))

export const storeJson = (key: string, value: object, area?: StorageArea) => store(key, JSON.stringify(value), area)

export const removeStored = (key: string, area: StorageArea = 'localStorage') =>
  withStorage(area, (storage) => storage.removeItem(key))

function withStorage<Result>(area: StorageArea, use: (storage: Storage) => Result) {
  try {
    return use(window[area])
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
