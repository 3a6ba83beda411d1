import { fstatSync, openSync, readSync } from 'node:fs'

const BLOCK = 4_096
const MOST_BLOCKS = 512

export type BlockFile = ReturnType<typeof openBlockFile>

/** A large file of which little is in memory: the blocks that were read last. The rest is the operating system's to keep. */
export function openBlockFile(path: string) {
  const descriptor = openSync(path, 'r')
  const { size } = fstatSync(descriptor)
  const blocks = new Map<number, Buffer>()

  function blockAt(number: number) {
    const known = blocks.get(number)
    if (known) return known
    // The room of the oldest is used again, so that reading leaves nothing to clean up.
    const [oldest] = blocks.size >= MOST_BLOCKS ? blocks : []
    if (oldest) blocks.delete(oldest[0])
    const block = oldest?.[1] ?? Buffer.allocUnsafeSlow(BLOCK)
    readSync(descriptor, block, 0, BLOCK, number * BLOCK)
    blocks.set(number, block)
    return block
  }

  const byteAt = (position: number) => blockAt(Math.floor(position / BLOCK))[position % BLOCK] ?? 0

  return {
    size,
    byteAt,
    unsignedAt(position: number, length: number) {
      let value = 0
      for (let nth = 0; nth < length; nth++) value = value * 256 + byteAt(position + nth)
      return value
    },
    bytesAt(position: number, length: number) {
      const bytes = Buffer.allocUnsafe(length)
      for (let done = 0; done < length; ) {
        const start = (position + done) % BLOCK
        done += blockAt(Math.floor((position + done) / BLOCK)).copy(bytes, done, start, start + length - done)
      }
      return bytes
    },
  }
}
