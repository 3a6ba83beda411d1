import type { Disposition } from './storage.ts'

/** Control characters, those that turn the direction of text, and what separates folders. */
const UNSAFE_CHARACTERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\\/]/gu
const NON_ASCII = /[^\x20-\x7e]|["%]/gu

/**
 * The header of RFC 6266 for a name in any script: a plain name that every program understands, and the true one
 * encoded after RFC 8187. Neither can end the header, nor lead into another folder.
 */
export function contentDisposition(name: string, disposition: Disposition) {
  const safe = name.toWellFormed().replace(UNSAFE_CHARACTERS, '_')
  const plain = safe.replace(NON_ASCII, '_')
  const exact = encodeURIComponent(safe).replace(/['()*]/g, percent)
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${exact}`
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
