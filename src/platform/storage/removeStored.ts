import type { Storage } from './storage.ts'

/** The bytes of a file and everything that was made from them. */
export async function removeStored(storage: Storage, path: string) {
  for await (const { key } of storage.list(path)) await storage.remove(key)
}
