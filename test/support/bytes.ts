import { createHash } from 'node:crypto'

/** Bytes that are different everywhere, so that a part in the wrong place is noticed. */
export function someBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(length / 4))
  let state = seed
  for (let i = 0; i < words.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    words[i] = state
  }
  return new Uint8Array(words.buffer, 0, length)
}

export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
