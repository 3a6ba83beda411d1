import { randomFillSync } from 'node:crypto'

/** Every request needs a few random bytes, and fetching 16 from the system costs as much as fetching 4,096. */
const randomPool = Buffer.alloc(4_096)
let usedBytes = randomPool.length

/** Each byte is used once. At most the size of the pool. */
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
