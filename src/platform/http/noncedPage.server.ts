import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)

const NONCE_LENGTH = 24
/** Stands for the nonce while a page is compressed: bytes that no page has, so that nothing else is taken for a part of it. */
const GAP = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27])
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** Opens a block of deflate that is not compressed and as long as a nonce. */
const STORED_NONCE = Buffer.from([0, NONCE_LENGTH, 0, 255 - NONCE_LENGTH, 255])

/** A page that is rendered and compressed once, and gets a nonce of its own in every answer. */
export interface NoncedPage {
  size: number
  plain(nonce: string): Buffer<ArrayBuffer>
  /** Nothing for a page with characters that stand in the way. */
  zipped: ((nonce: string) => Buffer<ArrayBuffer>) | undefined
}

export async function prepareNoncedPage(html: string, placeholder: string): Promise<NoncedPage> {
  const parts = html.split(placeholder).map((part) => Buffer.from(part))
  const plain = (nonce: string) => Buffer.concat(between(parts, Buffer.from(nonce)))
  return { size: html.length, plain, zipped: await zip(parts) }
}

const between = (parts: Buffer[], nonce: Buffer) => parts.flatMap((part, place) => (place ? [nonce, part] : [part]))

/** Of nothing, the checksum would begin again at zero. */
const checksum = (parts: Buffer[]) => parts.reduce((sum, part) => (part.length > 0 ? crc32(part, sum) : sum), 0)

/**
 * Compresses around the nonce. Its first place is a block that is not compressed, so that it can be exchanged; all others refer
 * back to the first and change with it. Only the checksum is made anew for each answer.
 */
async function zip(parts: Buffer[]) {
  const [first, ...others] = parts
  if (!first || others.length === 0 || parts.some((part) => GAP.some((byte) => part.includes(byte)))) return undefined
  const rest = Buffer.concat(between(others, GAP))
  const [head, tail] = await Promise.all([
    compress(first, { finishFlush: constants.Z_SYNC_FLUSH }),
    compress(rest, { dictionary: Buffer.concat([first, GAP]) }),
  ])
  const length = first.length + NONCE_LENGTH + rest.length

  return (nonce: string) => {
    const bytes = Buffer.from(nonce)
    const end = Buffer.alloc(8)
    end.writeUInt32LE(checksum(between(parts, bytes)))
    end.writeUInt32LE(length, 4)
    return Buffer.concat([GZIP_HEAD, head, STORED_NONCE, bytes, tail, end])
  }
}
