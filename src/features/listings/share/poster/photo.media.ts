import sharp from 'sharp'
import type { Pdf } from './typesetter.media.ts'

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** Pixels for each point: 216 to the inch, which paper does not improve on. */
const DENSITY = 3
const RADIUS = 12

/** Fills the frame. A PDF takes JPEG, whatever the photo was. */
export async function drawPhoto(pdf: Pdf, photo: Uint8Array, { x, y, width, height }: Frame) {
  const jpeg = await sharp(photo)
    .rotate()
    .resize({ width: Math.round(width * DENSITY), height: Math.round(height * DENSITY), fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
  pdf.save().roundedRect(x, y, width, height, RADIUS).clip().image(jpeg, x, y, { width, height }).restore()
}
