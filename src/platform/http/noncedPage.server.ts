import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)

/** 16 bytes in base64, as the frame makes them. */
const NONCE_LENGTH = 24
/** Keeps a nonce's place. No text has these bytes in UTF-8, so nothing is ever compressed by a reference to them. */
const GAP = Buffer.alloc(NONCE_LENGTH, 0xff)
const WINDOW = 32_768
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const GZIP_END = Buffer.alloc(8)
/** Opens a block of deflate that is not compressed and as long as a nonce. */
const STORED = Buffer.from([0, NONCE_LENGTH, 0, 255 - NONCE_LENGTH, 255])

/** A page that is rendered and compressed once, and gets a nonce of its own in every answer. */
export interface NoncedPage {
  size: number
  plain(nonce: string): Buffer<ArrayBuffer>
  zipped(nonce: string): Buffer<ArrayBuffer>
}

export async function prepareNoncedPage(html: string, placeholder: string): Promise<NoncedPage> {
  const parts = html.split(placeholder).map((part) => Buffer.from(part))
  const { template, places } = withGaps(parts)
  const plain = filled(template, places)
  const scratch = Buffer.from(template)
  const zipped = withGaps(await zip(parts, template, places))
  const fillZipped = filled(zipped.template, zipped.places)
  return {
    size: template.length,
    plain,
    /** Only the checksum of the text, which is part of the format, is made anew for each answer, and no copy of the text for it. */
    zipped(nonce) {
      const page = fillZipped(nonce)
      page.writeUInt32LE(crc32(fill(scratch, places, nonce)), page.length - 8)
      page.writeUInt32LE(template.length, page.length - 4)
      return page
    },
  }
}

/** All parts in a row, with room for a nonce between any two. */
function withGaps(parts: Buffer[]) {
  let end = 0
  const places = parts.slice(0, -1).map(({ length }, nth) => {
    end += length
    return end + nth * NONCE_LENGTH
  })
  return { template: Buffer.concat(parts.flatMap((part, nth) => (nth ? [GAP, part] : [part]))), places }
}

const filled = (template: Buffer, places: number[]) => (nonce: string) => fill(Buffer.from(template), places, nonce)

function fill<Page extends Buffer>(page: Page, places: number[], nonce: string) {
  for (const place of places) page.write(nonce, place, 'latin1')
  return page
}

/** The same parts compressed, each knowing what stands before it; the nonce between two is in a block of its own. */
async function zip(parts: Buffer[], template: Buffer, places: number[]) {
  const zipped = await Promise.all(
    parts.map((part, nth) => {
      const start = nth ? (places[nth - 1] ?? 0) + NONCE_LENGTH : 0
      const dictionary = template.subarray(Math.max(0, start - WINDOW), start)
      const finishFlush = nth < parts.length - 1 ? constants.Z_SYNC_FLUSH : constants.Z_FINISH
      return compress(part, { finishFlush, ...(nth && { dictionary }) })
    }),
  )
  return zipped.map((part, nth) =>
    Buffer.concat([nth ? empty : GZIP_HEAD, part, nth < parts.length - 1 ? STORED : GZIP_END]),
  )
}

const empty = Buffer.alloc(0)
