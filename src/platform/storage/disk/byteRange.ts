import type { ByteRange } from '../storage.ts'

/**
 * The one range that a request asks for; `undefined` means all of the file, which is also the answer to several ranges
 * and to what cannot be read. `unsatisfiable` lies wholly behind the end.
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
