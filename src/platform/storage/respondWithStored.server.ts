import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { getRequestHeader } from '@tanstack/react-start/server'
import { matchesEtag } from '../http/requestHeaders.ts'
import { reserveTransfer } from '../limits/transferLimit.server.ts'
import type { Storage } from './storage.ts'

interface StoredResponse {
  contentType: string
  /** Whether shared caches may keep it. */
  isPublic: boolean
}

/**
 * A stored picture as a response; nothing if there is none. Caches must revalidate before they show it again, so a picture of an
 * archived listing is gone at once. The bytes under a key never change, so a hash of the key serves as the ETag.
 */
export async function respondWithStored(storage: Storage, key: string, { contentType, isPublic }: StoredResponse) {
  const headers = {
    'content-type': contentType,
    'cache-control': `${isPublic ? 'public' : 'private'}, no-cache`,
    etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
  }
  if (matchesEtag(getRequestHeader('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers })
  const stored = await storage.stat(key)
  if (!stored) return undefined
  reserveTransfer()
  const body = Readable.toWeb(await storage.read(key)) as ReadableStream
  return new Response(body, { headers: { ...headers, 'content-length': String(stored.size) } })
}
