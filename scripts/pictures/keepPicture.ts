import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../src/marketing/pictures')
const HEAVIEST = 120_000
/** Twice what the pages show at most. */
const WIDEST = { laptop: 1920, phone: 600, sheet: 720 }

interface Kept {
  screenshot: Buffer
  width: number
}
const kept = new Map<string, Kept>()

/** Keeps a screenshot for later: making it light takes longer than anything else here. */
export function keepPicture(name: string, of: keyof typeof WIDEST, screenshot: Buffer) {
  kept.set(name, { screenshot, width: WIDEST[of] })
}

/** Writes each picture in full and half width, as AVIF and as WebP, and the sizes, so that pages can reserve the room. */
export async function writePictures() {
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [name, { screenshot, width }] of kept) {
    const seen = await sharp(screenshot).metadata()
    sizes[name] = { width, height: Math.round((seen.height * width) / seen.width) }
    for (const format of ['avif', 'webp'] as const) {
      await writeFile(join(folder, `${name}-full.${format}`), await light(screenshot, width, format))
      await writeFile(join(folder, `${name}-half.${format}`), await light(screenshot, Math.round(width / 2), format))
    }
  }
  await writeFile(join(folder, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
}

/** As good as it can be without keeping a phone waiting. */
async function light(screenshot: Buffer, width: number, format: 'avif' | 'webp') {
  for (let quality = format === 'avif' ? 60 : 84; ; quality -= 8) {
    const picture = sharp(screenshot).resize({ width })
    const bytes = await (format === 'avif'
      ? picture.avif({ quality, effort: 3 })
      : picture.webp({ quality })
    ).toBuffer()
    if (bytes.length <= HEAVIEST || quality < 30) return bytes
  }
}
