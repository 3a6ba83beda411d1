import sharp from 'sharp'
import type { DrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { logoShape } from '#ui/theme/tokens.ts'
import { SHARE_PICTURE_HEIGHT, SHARE_PICTURE_WIDTH } from '../listingUrls.ts'
import { svgTextDrawer } from './textDrawers.media.ts'
import { drawBlock, fitText, oneLine, type SizeTries } from './textLayout.ts'

const MARGIN = 64
const BRAND = 'Property Files'

export interface SharePicture {
  title: string
  subtitle: string
  photo?: Uint8Array
  /** In place of our name and colour, which then are small. */
  brand?: DrawnBrand
}

const MAX_TEXT_LENGTH = 240

const titleSizes: SizeTries = [
  [68, 1],
  [60, 2],
  [48, 2],
  [40, 3],
]
const subtitleSizes: SizeTries = [
  [32, 1],
  [28, 1],
  [26, 2],
]

/** The cover photo with the title on it, as a JPEG, which every network accepts. */
export async function drawSharePictureJpeg({ title, subtitle, photo, brand }: SharePicture) {
  const text = await drawText(oneLine(title, MAX_TEXT_LENGTH), oneLine(subtitle, MAX_TEXT_LENGTH), brand)
  const logo = brand?.logo && (await placeLogo(brand.logo))
  const corner = logo ? logo.panel : brand ? '' : LOGO
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_PICTURE_WIDTH}" height="${SHARE_PICTURE_HEIGHT}">${photo ? SHADE : ''}${corner}${text}</svg>`
  const ground = photo
    ? sharp(photo).rotate().resize({ width: SHARE_PICTURE_WIDTH, height: SHARE_PICTURE_HEIGHT, fit: 'cover' })
    : sharp({
        create: {
          width: SHARE_PICTURE_WIDTH,
          height: SHARE_PICTURE_HEIGHT,
          channels: 3,
          background: brand?.colour ?? logoShape.colour,
        },
      })
  return ground
    .flatten({ background: '#fff' })
    .composite([{ input: Buffer.from(svg) }, ...(logo ? [logo.picture] : [])])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

const PANEL_PADDING = 18
const PANEL_LOGO = { width: 300, height: 72 }

/** The agency's logo in the corner, on white, because logos are made for it. */
async function placeLogo(logo: Uint8Array) {
  const { data, info } = await sharp(logo)
    .resize({ ...PANEL_LOGO, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const [width, height] = [info.width + 2 * PANEL_PADDING, info.height + 2 * PANEL_PADDING]
  const [left, top] = [MARGIN - PANEL_PADDING, MARGIN - PANEL_PADDING]
  return {
    panel: `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="12" fill="#fff"/>`,
    picture: { input: data, left: MARGIN, top: MARGIN },
  }
}

const agencySizes: SizeTries = [
  [32, 1],
  [28, 2],
]

/** From the bottom up: the subtitle, and the title above it. A name is in the corner: the agency's, with ours small on the other side, or ours. */
async function drawText(title: string, subtitle: string, brand: DrawnBrand | undefined) {
  const agency = brand && !brand.logo ? oneLine(brand.name, MAX_TEXT_LENGTH) : ''
  const drawer = await svgTextDrawer(title + subtitle + agency + BRAND)
  const width = SHARE_PICTURE_WIDTH - 2 * MARGIN
  const above = fitText(drawer, title, { weight: 600, colour: '#fff' }, { width, tries: titleSizes })
  const below = fitText(drawer, subtitle, { weight: 400, colour: '#eef1f2' }, { width, tries: subtitleSizes })
  const belowTop = SHARE_PICTURE_HEIGHT - MARGIN - below.height
  drawBlock(drawer, below, MARGIN, belowTop)
  drawBlock(drawer, above, MARGIN, belowTop - (below.height && 30) - above.height)
  if (brand) {
    const small = { size: 20, weight: 600, colour: '#fff' } as const
    const room = { width: width * 0.7, tries: agencySizes }
    drawBlock(drawer, fitText(drawer, agency, { weight: 600, colour: '#fff' }, room), MARGIN, MARGIN)
    drawer.draw(BRAND, SHARE_PICTURE_WIDTH - MARGIN - drawer.width(BRAND, small), MARGIN + 15, small)
  } else drawer.draw(BRAND, MARGIN + 56, MARGIN + 31, { size: 28, weight: 600, colour: '#fff' })
  return drawer.svg()
}

/** Makes white text readable on any photo. */
const SHADE =
  '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#0c1012" stop-opacity=".5"/>' +
  '<stop offset=".3" stop-color="#0c1012" stop-opacity="0"/><stop offset=".45" stop-color="#0c1012" stop-opacity="0"/>' +
  `<stop offset="1" stop-color="#0c1012" stop-opacity=".86"/></linearGradient></defs><path fill="url(#s)" d="M0 0h${SHARE_PICTURE_WIDTH}v${SHARE_PICTURE_HEIGHT}H0z"/>`

const LOGO =
  `<g transform="translate(${MARGIN} ${MARGIN}) scale(${42 / logoShape.size})">` +
  `<rect width="${logoShape.size}" height="${logoShape.size}" rx="${logoShape.radius}" fill="#fff"/>` +
  `<path d="${logoShape.house}" fill="${logoShape.colour}"/>` +
  `<path d="${logoShape.lines}" stroke="#fff" stroke-width="${logoShape.stroke}" stroke-linecap="round" fill="none"/></g>`
