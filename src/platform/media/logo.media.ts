import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { MediaError, unusableFile } from './mediaError.ts'

const MAX_PIXELS = 12_000_000
/** Shown at up to 168 × 40 pixels, and a phone has three for each. A noisy picture gets a smaller size, to keep pages light. */
const SIZES = [
  { width: 504, height: 120 },
  { width: 336, height: 80 },
  { width: 210, height: 50 },
] as const
const fit = { fit: 'inside', withoutEnlargement: true } as const
const MIN_SIDE_PIXELS = 64
const MAX_BYTES = 16_000
/** Anything longer or taller would be too small to read where logos are shown. */
const MAX_WIDTH_TO_HEIGHT = 8
const MAX_HEIGHT_TO_WIDTH = 2
/** Of 255. A logo whose darkest pixel is lighter cannot be seen on white. */
const MAX_LIGHTNESS = 220
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** Drawings are programs for the browser, so they are refused, whatever their name says. */
const LOOKS_LIKE_SVG = /<svg[\s>]|<!doctype svg/i
const SNIFFED_BYTES = 4_096

/** Re-encoded as a PNG that keeps transparency and has nothing but pixels. */
export async function makeLogo(bytes: Uint8Array) {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  if (!ACCEPTED_TYPES.includes(mime)) throw refuseType(bytes)
  try {
    const [largest] = SIZES
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate().toColourspace('srgb')
    const { data, info } = await picture
      .resize({ ...largest, ...fit })
      .png()
      .toBuffer({ resolveWithObject: true })
    refuseUnreadableShape(info)
    const { channels } = await sharp(data).flatten({ background: '#fff' }).greyscale().stats()
    if (channels.every(({ min }) => min > MAX_LIGHTNESS))
      throw unusableFile(
        'This logo is white, so nobody could see it on a white page. Use the one you have for light backgrounds.',
      )
    return await shrink(data)
  } catch (error) {
    if (error instanceof MediaError) throw error
    if (String(error).includes('pixel limit'))
      throw unusableFile('This logo has more than 12 million pixels. Save a smaller copy and try again.', error)
    throw unreadable(error)
  }
}

function refuseUnreadableShape({ width, height }: { width: number; height: number }) {
  if (Math.max(width, height) < MIN_SIDE_PIXELS)
    throw unusableFile('This logo is too small. Use one that is at least 64 pixels wide or high.')
  if (width > height * MAX_WIDTH_TO_HEIGHT)
    throw unusableFile('This logo is too wide to read on a page. Use one that is at most 8 times as wide as high.')
  if (height > width * MAX_HEIGHT_TO_WIDTH)
    throw unusableFile('This logo is too tall to read on a page. Use one that is at most twice as high as wide.')
}

/** The largest size that is light enough. */
async function shrink(png: Uint8Array) {
  let made = Buffer.alloc(0)
  for (const size of SIZES) {
    made = await sharp(png)
      .resize({ ...size, ...fit })
      .png({ palette: true, quality: 90, effort: 8 })
      .toBuffer()
    if (made.length <= MAX_BYTES) return made
  }
  return made
}

const refuseType = (bytes: Uint8Array) =>
  LOOKS_LIKE_SVG.test(Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1'))
    ? unusableFile(
        'We can’t use SVG logos, because an SVG can contain a program. Save the logo as a PNG and try again.',
      )
    : unreadable()

const unreadable = (cause?: unknown) => unusableFile('We can’t read this logo. Use a PNG, JPEG or WebP instead.', cause)
