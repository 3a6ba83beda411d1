import type { Disposition, Download } from './storage.ts'

/** Types that a browser displays without running anything in them. */
const SHOWN_INLINE = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'text/plain',
])
/** Types that a browser would run or apply, if one of our pages could be made to load them. */
const SCRIPT_OR_STYLE = /^(?:text\/css|(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*)$/i
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** The headers of a download, the same for every storage. */
export function downloadHeaders({ name, contentType, disposition, expiresAt }: Omit<Download, 'key'>) {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  return {
    contentType: typeHeader(contentType),
    contentDisposition: contentDisposition(name, SHOWN_INLINE.has(contentType) ? disposition : 'attachment'),
    // The content of a key never changes, so it may be cached as long as its URL is valid.
    cacheControl: `private, max-age=${seconds}, immutable`,
  }
}

/**
 * The browser may display the file and nothing else; only our own pages may frame it. A video is loaded
 * again by the page that the browser creates for it, which therefore needs our origin. Scripts stay blocked.
 */
export const shownFilePolicy = (type: string) =>
  `sandbox${type === 'video/mp4' ? ' allow-same-origin' : ''}; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`

function typeHeader(contentType: string) {
  if (contentType === 'text/plain') return 'text/plain; charset=utf-8'
  const isSafe = CONTENT_TYPE.test(contentType) && !SCRIPT_OR_STYLE.test(contentType)
  return isSafe ? contentType : 'application/octet-stream'
}

/** Control characters, those that change the direction of text, and folder separators. */
const UNSAFE_CHARACTERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\\/]/gu
const NON_ASCII = /[^\x20-\x7e]|["%]/gu

/**
 * The header of RFC 6266 for a name in any script: an ASCII name that every program understands, and the real one
 * encoded by RFC 8187. Neither can end the header or contain a path.
 */
export function contentDisposition(name: string, disposition: Disposition) {
  const safe = name.toWellFormed().replace(UNSAFE_CHARACTERS, '_')
  const plain = safe.replace(NON_ASCII, '_')
  const exact = encodeURIComponent(safe).replace(/['()*]/g, percent)
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${exact}`
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
