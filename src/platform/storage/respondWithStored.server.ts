import { Readable } from 'node:stream'
import type { Storage } from './storage.ts'

/** A stored file as an answer; nothing if there is no such file. */
export async function respondWithStored(storage: Storage, key: string, headers: Record<string, string>) {
  const stored = await storage.stat(key)
  if (!stored) return undefined
  const body = Readable.toWeb(await storage.read(key)) as ReadableStream
  return new Response(body, { headers: { 'content-length': String(stored.size), ...headers } })
}
