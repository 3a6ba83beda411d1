import { randomFillSync } from 'node:crypto'

/** Asking the system for a few random bytes costs as much as for a page of them, and every request needs some. */
const randomPool = Buffer.alloc(4_096)
let usedBytes = randomPool.length

/** Each byte is given away once. At most as many as the supply has. */
export function takeRandomBytes(count: number) {
  if (usedBytes + count > randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  const taken = Buffer.from(randomPool.subarray(usedBytes, usedBytes + count))
  randomPool.fill(0, usedBytes, usedBytes + count)
  usedBytes += count
  return taken
}
