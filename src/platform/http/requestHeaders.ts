import type { ByteRange } from '../storage/storage.ts'

/** Public pages are about property in New Zealand. */
export const DEFAULT_LOCALE = 'en-NZ'

/**
 * The text is English; dates and numbers follow the viewer's region: "en-US", "en-DE". Of several languages the
 * first decides, because some browsers send no other.
 */
export function localeFor(languages = '') {
  const region = /^\w{2,3}(?:-\w{4})?-([A-Z]{2})\b/i.exec(languages)?.[1]
  return region ? `en-${region.toUpperCase()}` : DEFAULT_LOCALE
}

/** One cookie from the header, for requests that are handled before TanStack Start. */
export function readCookie(header: string, name: string) {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}

/** Whether the sender of `If-None-Match` has this version already. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')))

/** Our pages say with it that they are in a frame, where cookies belong to the site around it. No other site can send it to us. */
export const FRAME_HEADER = 'x-in-frame'

/**
 * The range that a request asks for. `undefined` means the whole file, which is also the response to several ranges
 * and to an invalid header. `unsatisfiable` starts beyond the end.
 */
export function parseRange(header: string | null, size: number): ByteRange | undefined | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}
