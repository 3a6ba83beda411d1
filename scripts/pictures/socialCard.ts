import { join } from 'node:path'
import sharp from 'sharp'
import { svgTextDrawer } from '../../src/features/listings/media/textDrawers.media.ts'
import { drawBlock, fitText, type SizeTries } from '../../src/features/listings/media/textLayout.ts'
import { logoShape } from '../../src/ui/theme/tokens.ts'
import { logoSvg } from './logo.ts'

const pictures = join(import.meta.dirname, '../../src/marketing/screenshots')
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 64
const NAME = 'Property Files'
/** Where the picture's background begins, in pixels. */
const SPLIT = 640
const CORNER = 16

const sizes: SizeTries = [
  [64, 3],
  [56, 4],
]

/** A card with text on the left and a screenshot on the right, cropped by the card's edge. */
export async function drawSocialCard(headline: string, picture: string) {
  const drawer = await svgTextDrawer(headline + NAME)
  const block = fitText(
    drawer,
    headline,
    { weight: 600, colour: '#161e22' },
    { width: SPLIT - MARGIN - 56, tries: sizes },
  )
  drawBlock(drawer, block, MARGIN, HEIGHT - MARGIN - block.height)
  drawer.draw(NAME, MARGIN + 68, MARGIN + 36, { size: 30, weight: 600, colour: '#161e22' })
  const ground =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>` +
    `<rect x="${SPLIT}" width="${WIDTH - SPLIT}" height="100%" fill="${logoShape.colour}"/>${drawer.svg()}</svg>`
  const mark = await sharp(Buffer.from(logoSvg()), { density: 1200 }).resize(52).png().toBuffer()
  return sharp(Buffer.from(ground))
    .composite([
      { input: mark, left: MARGIN, top: MARGIN },
      { input: await shown(picture), left: SPLIT + 72, top: 96 },
    ])
    .flatten({ background: '#fff' })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}

/** The upper left part of a picture, with a rounded corner. */
async function shown(picture: string) {
  const full = sharp(join(pictures, `full/${picture}.webp`))
  const isPhone = ((await full.metadata()).width ?? 0) < 1000
  const [width, height] = [isPhone ? 416 : WIDTH - SPLIT - 72, HEIGHT - 96]
  const mask = `<svg width="${width}" height="${height}"><rect width="${isPhone ? width : width + CORNER}" height="${height + CORNER}" rx="${CORNER}"/></svg>`
  const part = await full
    .resize({ width: isPhone ? width : 1000 })
    .extract({ left: 0, top: 0, width, height })
    .png()
    .toBuffer()
  return sharp(part)
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}
