import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { unusableFile } from './mediaError.ts'

const SIZE_PIXELS = 320
/** A portrait is shown at 320 pixels, and the settings page sends at most 640. */
const MAX_PIXELS = 12_000_000
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
/** Their decoders need the most memory: a 50-megapixel AVIF fits in a kilobyte. */
const REFUSED_TYPES = /^image\/(heic|heif|avif)/

/** Re-encoded: square, small, and without metadata such as the place. */
export async function makeAgentPhoto(bytes: Uint8Array) {
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  if (REFUSED_TYPES.test(mime))
    throw unusableFile('We can’t use HEIC or AVIF photos here. Save the photo as a JPEG, PNG or WebP and try again.')
  if (!ACCEPTED_TYPES.includes(mime)) throw unreadable()
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    return await picture
      .rotate()
      .resize(SIZE_PIXELS, SIZE_PIXELS, { fit: 'cover', position: 'attention' })
      // A JPEG, because the photo is also in emails, and Outlook cannot show WebP.
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  } catch (error) {
    if (String(error).includes('pixel limit'))
      throw unusableFile('This photo has more than 12 million pixels. Save a smaller copy and try again.', error)
    throw unreadable(error)
  }
}

const unreadable = (cause?: unknown) =>
  unusableFile('We can’t read this photo. Use a JPEG, PNG or WebP instead.', cause)
