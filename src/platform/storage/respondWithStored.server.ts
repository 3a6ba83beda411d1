import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FastResponse } from 'srvx'
import { matchesEtag } from '../http/requestHeaders.ts'
import { countTransfer } from '../limits/concurrentTransfers.server.ts'
import type { Storage } from './storage.ts'

interface StoredResponse {
  contentType: string
  /** Whether shared caches may keep it. */
  isPublic: boolean
}

/** Smaller pictures are sent in one piece, which takes half the time of a stream. */
const MAX_BUFFERED_BYTES = 512 * 1024

/**
 * A stored picture as a response; nothing if there is none. Caches must revalidate before they show it again, so a picture of an
 * archived listing is gone at once. The bytes under a key never change, so a hash of the key serves as the ETag.
 */
export async function respondWithStored(
  storage: Storage,
  request: Pick<Request, 'headers'>,
  key: string,
  { contentType, isPublic }: StoredResponse,
): Promise<Response | undefined> {
  const headers = {
    'content-type': contentType,
    'cache-control': `${isPublic ? 'public' : 'private'}, no-cache`,
    etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
  }
  if (matchesEtag(request.headers.get('if-none-match'), headers.etag))
    return new FastResponse(null, { status: 304, headers })
  const stored = await storage.stat(key)
  if (!stored) return undefined
  countTransfer()
  const content = await storage.read(key)
  const body = stored.size > MAX_BUFFERED_BYTES ? (Readable.toWeb(content) as ReadableStream) : await buffer(content)
  return new FastResponse(body, { headers: { ...headers, 'content-length': String(stored.size) } })
}
