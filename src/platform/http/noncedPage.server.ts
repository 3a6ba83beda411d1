import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, gunzip } from 'node:zlib'

const compress = promisify(deflateRaw)
const unzip = promisify(gunzip)

/** 16 bytes in base64, as the frame makes them. */
const NONCE_LENGTH = 24
/**
 * Keeps a nonce's place. No text has these bytes in UTF-8 and no three of them come twice, so that only one place is ever compressed by a
 * reference to another.
 */
const NONCE_PLACEHOLDER = Buffer.from('fffefdfcfbfaf9f8f7f6f5c1c0fffdfbf9f7f5c0fefcfaf8', 'hex')
const DEFLATE_WINDOW_BYTES = 32_768
/** How far back a place may lie for another to refer to it. */
const MAX_BACK_REFERENCE_BYTES = 30_000
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const GZIP_END = Buffer.alloc(8)
/** Opens a block of deflate that is not compressed and as long as a nonce. */
const STORED_BLOCK_HEADER = Buffer.from([0, NONCE_LENGTH, 0, 255 - NONCE_LENGTH, 255])

/** A page that is rendered and compressed once, and gets a nonce of its own in every answer. */
export interface NoncedPage {
  size: number
  plain(nonce: string): Buffer<ArrayBuffer>
  zipped(nonce: string): Buffer<ArrayBuffer>
}

export async function prepareNoncedPage(html: string, placeholder: string): Promise<NoncedPage> {
  const page = withGaps(html.split(placeholder).map((part) => Buffer.from(part)))
  const plain = filled(page)
  const isNear = (place: number, nth: number) => nth > 0 && place - (page.places[nth - 1] ?? 0) < MAX_BACK_REFERENCE_BYTES
  // A page has dozens of nonces. Nearly always only the first has to be written down, and the others refer to it.
  const quick = await zipAround(
    page,
    page.places.filter((place, nth) => !isNear(place, nth)),
  )
  const isTrue = await unzip(quick(TRIAL_NONCE)).then(
    (text) => text.equals(plain(TRIAL_NONCE)),
    () => false,
  )
  return { size: page.template.length, plain, zipped: isTrue ? quick : await zipAround(page, page.places) }
}

/** Another than the gaps are compressed with: whatever of them was taken for text shows. */
const TRIAL_NONCE = 'a nonce for a single try'

interface Gapped {
  template: Buffer
  places: number[]
}

/** Compressed once, with a nonce that can be exchanged in each of these places. */
async function zipAround({ template, places }: Gapped, cuts: number[]) {
  const fillZipped = filled(withGaps(await zip(template, cuts)))
  const scratch = Buffer.from(template)
  /** Only the checksum of the text, which is part of the format, is made anew for each answer, and no copy of the text for it. */
  return (nonce: string) => {
    const page = fillZipped(nonce)
    page.writeUInt32LE(crc32(fill(scratch, places, nonce)), page.length - 8)
    page.writeUInt32LE(template.length, page.length - 4)
    return page
  }
}

/** All parts in a row, with room for a nonce between any two. */
function withGaps(parts: Buffer[]): Gapped {
  let end = 0
  const places = parts.slice(0, -1).map(({ length }, nth) => {
    end += length
    return end + nth * NONCE_LENGTH
  })
  return { template: Buffer.concat(parts.flatMap((part, nth) => (nth ? [NONCE_PLACEHOLDER, part] : [part]))), places }
}

const filled =
  ({ template, places }: Gapped) =>
  (nonce: string) =>
    fill(Buffer.from(template), places, nonce)

function fill<Page extends Buffer>(page: Page, places: number[], nonce: string) {
  for (const place of places) page.write(nonce, place, 'latin1')
  return page
}

/** What stands between the cuts compressed, each part knowing what stands before it; the nonce at a cut is in a block of its own. */
async function zip(template: Buffer, cuts: number[]) {
  const zipped = await Promise.all(
    [...cuts, template.length].map((end, nth) => {
      const start = nth ? (cuts[nth - 1] ?? 0) + NONCE_LENGTH : 0
      const dictionary = template.subarray(Math.max(0, start - DEFLATE_WINDOW_BYTES), start)
      const finishFlush = nth < cuts.length ? constants.Z_SYNC_FLUSH : constants.Z_FINISH
      return compress(template.subarray(start, end), { finishFlush, ...(nth && { dictionary }) })
    }),
  )
  return zipped.map((part, nth) =>
    Buffer.concat([nth ? empty : GZIP_HEAD, part, nth < cuts.length ? STORED_BLOCK_HEADER : GZIP_END]),
  )
}

const empty = Buffer.alloc(0)
