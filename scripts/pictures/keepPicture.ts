import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../src/marketing/screenshots')
const MAX_PICTURE_BYTES = 120_000
/** Twice the largest width on a page. */
const MAX_WIDTH_PX = { laptop: 1920, phone: 600, sheet: 720 }

interface Kept {
  screenshot: Buffer
  width: number
}
const kept = new Map<string, Kept>()

/** Queues a screenshot: compressing takes longer than everything else, so it is done at the end. */
export function keepPicture(name: string, of: keyof typeof MAX_WIDTH_PX, screenshot: Buffer) {
  kept.set(name, { screenshot, width: MAX_WIDTH_PX[of] })
}

/** Writes each picture in full and half width, as AVIF and as WebP, and their sizes, so that pages can reserve the space. */
export async function writePictures() {
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [name, { screenshot, width }] of kept) {
    const seen = await sharp(screenshot).metadata()
    sizes[name] = { width, height: Math.round((seen.height * width) / seen.width) }
    for (const format of ['avif', 'webp'] as const) {
      await writeFile(join(folder, `full/${name}.${format}`), await compress(screenshot, width, format))
      await writeFile(join(folder, `half/${name}.${format}`), await compress(screenshot, Math.round(width / 2), format))
    }
  }
  await writeFile(join(folder, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}

/** Compresses as far as the quality allows. */
async function compress(screenshot: Buffer, width: number, format: 'avif' | 'webp') {
  for (let quality = format === 'avif' ? 60 : 84; ; quality -= 8) {
    const picture = sharp(screenshot).resize({ width })
    const bytes = await (format === 'avif'
      ? picture.avif({ quality, effort: 3 })
      : picture.webp({ quality })
    ).toBuffer()
    if (bytes.length <= MAX_PICTURE_BYTES || quality < 30) return bytes
  }
}
