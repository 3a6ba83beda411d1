import { contentDisposition } from './contentDisposition.ts'
import type { Download } from './storage.ts'

/** What a browser shows without running anything in it. */
const SHOWN_INLINE = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'text/plain',
])
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** The headers with which a file is handed over, the same from every storage. */
export function downloadHeaders({ name, contentType, disposition, expiresAt }: Omit<Download, 'key'>) {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  return {
    contentType: typeHeader(contentType),
    contentDisposition: contentDisposition(name, SHOWN_INLINE.has(contentType) ? disposition : 'attachment'),
    // What lies under a key never changes, and a copy may live as long as its address.
    cacheControl: `private, max-age=${seconds}, immutable`,
  }
}

function typeHeader(contentType: string) {
  if (contentType === 'text/plain') return 'text/plain; charset=utf-8'
  return CONTENT_TYPE.test(contentType) ? contentType : 'application/octet-stream'
}
