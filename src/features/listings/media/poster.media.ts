import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { DrawnBrand } from '#features/agencies/server/readBrand.server.ts'
import { qrPath, qrSquares } from '#ui/display/qrCode.ts'
import { logoShape } from '#ui/theme/tokens.ts'
import { type PdfDocument, pdfTextDrawer } from './textDrawers.media.ts'
import { drawBlock, fitText, oneLine, type SizeTries, type TextBlock, type TextDrawer } from './textLayout.ts'

export interface Poster {
  title: string
  subtitle: string
  /** In the QR code, and printed beside it. */
  url: string
  /** For the gate of an open home. */
  isForCheckIn?: boolean
  /** Any picture that we store. */
  photo?: Uint8Array
  agentName: string
  agencyName: string
  licenceLine: string
  phone: string
  /** In place of our logo and colour, which then are small. */
  brand?: DrawnBrand
}

/** A4 in points, with margins that every office printer keeps. */
const PAPER = { width: 595.28, height: 841.89 }
const MARGIN = 42
const page = {
  left: MARGIN,
  top: MARGIN,
  width: PAPER.width - 2 * MARGIN,
  bottom: PAPER.height - MARGIN,
}
const GAP = 24
const MAX_TEXT_LENGTH = 400
const OUR_NAME = 'Property Files'

const colours = {
  teal: '#087f5b',
  mint: '#c3fae8',
  white: '#ffffff',
  text: '#161e22',
  quiet: '#5f6c74',
  line: '#e3e8ea',
}

/** An A4 page for a window or an open home: the listing, a QR code of its public page, and the agent. */
export async function drawPosterPdf({ photo, url, brand, isForCheckIn, ...given }: Poster): Promise<Uint8Array> {
  const poster = {
    title: oneLine(given.title, MAX_TEXT_LENGTH),
    subtitle: oneLine(given.subtitle, MAX_TEXT_LENGTH),
    agentName: oneLine(given.agentName, MAX_TEXT_LENGTH),
    agencyName: oneLine(given.agencyName, MAX_TEXT_LENGTH),
    licenceLine: oneLine(given.licenceLine, MAX_TEXT_LENGTH),
    phone: oneLine(given.phone, MAX_TEXT_LENGTH),
    legalLine: oneLine(brand?.legalLine ?? '', MAX_TEXT_LENGTH),
  }
  const look = {
    ...(brand?.colour ? { panel: brand.colour, link: colours.white } : { panel: colours.teal, link: colours.mint }),
    scanMe: isForCheckIn ? SCAN_TO_CHECK_IN : SCAN_ME,
  }
  // Loaded with the first poster, like the fonts: a process that only prepares photos does not need it.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margin: 0,
    font: '',
    lang: 'en-NZ',
    displayTitle: true,
    info: { Title: poster.title, Author: poster.agentName, Creator: 'Property Files' },
  })
  const bytes = buffer(pdf)
  const drawer = await pdfTextDrawer(pdf, Object.values(poster).join('') + url)
  const footerTop = drawFooter(pdf, drawer, poster, brand)
  const panel = photo ? widePanel(drawer, url, look) : tallPanel(drawer, url, look)
  const panelTop = footerTop - GAP - panel.height
  panel.draw(pdf, panelTop)
  const headlineBlock = headline(drawer, poster, Boolean(photo))
  const headlineTop = photo
    ? panelTop - GAP * 1.25 - headlineBlock.height
    : (page.top + panelTop - headlineBlock.height) / 2
  headlineBlock.draw(headlineTop)
  if (photo) await drawPhoto(pdf, photo, headlineTop - GAP * 1.25 - page.top)
  pdf.end()
  return bytes
}

/** One large line if possible, else two; a long title gets more lines before it is cut. */
const TITLES: Record<'withPhoto' | 'alone', SizeTries> = {
  withPhoto: [
    [36, 1],
    [33, 1],
    [30, 1],
    [36, 2],
    [32, 2],
    [28, 2],
    [26, 3],
    [22, 4],
    [18, 5],
  ],
  alone: [
    [46, 2],
    [40, 3],
    [32, 4],
    [26, 5],
    [21, 6],
  ],
}
const SUBTITLES: SizeTries = [
  [17, 1],
  [15, 1],
  [13, 1],
  [12, 2],
]

function headline(drawer: TextDrawer, { title, subtitle }: Pick<Poster, 'title' | 'subtitle'>, hasPhoto: boolean) {
  const { left, width } = page
  const tries = hasPhoto ? TITLES.withPhoto : TITLES.alone
  const above = fitText(drawer, title, { weight: 600, colour: colours.text }, { width, tries })
  const below = fitText(drawer, subtitle, { weight: 400, colour: colours.quiet }, { width, tries: SUBTITLES })
  const height = above.height + (below.height && below.height + Math.max(GAP * 0.75, above.style.size * 0.5))
  const draw = (top: number) => {
    drawBlock(drawer, above, left, top)
    drawBlock(drawer, below, left, top + height - below.height)
  }
  return { height, draw }
}

/** 216 pixels per inch: more would not be visible in print. */
const PIXELS_PER_POINT = 3
const PHOTO_RADIUS = 12

/** Fills the top of the page. A PDF takes JPEG, whatever the photo was. */
async function drawPhoto(pdf: PdfDocument, photo: Uint8Array, height: number) {
  const { left, top, width } = page
  const jpeg = await sharp(photo)
    .rotate()
    .resize({
      width: Math.round(width * PIXELS_PER_POINT),
      height: Math.round(height * PIXELS_PER_POINT),
      fit: 'cover',
    })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
  pdf
    .save()
    .roundedRect(left, top, width, height, PHOTO_RADIUS)
    .clip()
    .image(jpeg, left, top, { width, height })
    .restore()
}

const SCAN_ME = 'Scan for photos and property documents'
const SCAN_TO_CHECK_IN = 'Scan to check in and get the property documents'
const PANEL_PADDING = 26
const scanLook = { weight: 600, colour: colours.white } as const

/** The colours of the panel with the QR code. */
interface PanelLook {
  panel: string
  link: string
  scanMe: string
}

interface Panel {
  height: number
  draw(pdf: PdfDocument, top: number): void
}

/** Under a photo: the QR code, and its text beside it. */
function widePanel(drawer: TextDrawer, url: string, look: PanelLook): Panel {
  const code = 208
  const width = page.width - code - 3 * PANEL_PADDING
  const scanText = fitText(drawer, look.scanMe, scanLook, { width, tries: [[27, 5]] })
  const address = fitText(
    drawer,
    printedUrl(url),
    { weight: 600, colour: look.link },
    {
      width,
      tries: [
        [12.5, 3],
        [11, 4],
        [9, 6],
      ],
    },
  )
  const height = code + 2 * PANEL_PADDING
  return {
    height,
    draw(pdf, top) {
      const left = page.left + PANEL_PADDING
      drawPanelBox(pdf, top, height, look.panel)
      drawQrCode(pdf, url, left, top + PANEL_PADDING, code)
      const [scanTextTop = 0, addressTop = 0] = stackCentred([scanText, address], top + height / 2, 24)
      drawBlock(drawer, scanText, left + code + PANEL_PADDING, scanTextTop)
      drawBlock(drawer, address, left + code + PANEL_PADDING, addressTop)
    },
  }
}

/** Without a photo there is room for a larger QR code, with its text above it. */
function tallPanel(drawer: TextDrawer, url: string, look: PanelLook): Panel {
  const code = 272
  const width = page.width - 2 * PANEL_PADDING
  const scanText = fitText(drawer, look.scanMe, scanLook, { width, tries: [[30, 2]] })
  const address = fitText(
    drawer,
    printedUrl(url),
    { weight: 600, colour: look.link },
    {
      width,
      tries: [
        [14, 1],
        [12, 2],
        [9, 4],
      ],
    },
  )
  const height =
    PANEL_PADDING + scanText.height + PANEL_PADDING + code + PANEL_PADDING * 0.75 + address.height + PANEL_PADDING
  return {
    height,
    draw(pdf, top) {
      const left = page.left + PANEL_PADDING
      const codeTop = top + PANEL_PADDING + scanText.height + PANEL_PADDING
      drawPanelBox(pdf, top, height, look.panel)
      drawBlock(drawer, scanText, left, top + PANEL_PADDING, width, 0.5)
      drawQrCode(pdf, url, page.left + (page.width - code) / 2, codeTop, code)
      drawBlock(drawer, address, left, codeTop + code + PANEL_PADDING * 0.75, width, 0.5)
    },
  }
}

/** As people type it. */
const printedUrl = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

/** The tops of blocks that are stacked, with the whole centred. */
function stackCentred(blocks: TextBlock[], middle: number, gap: number) {
  let next = middle - stackHeight(blocks, gap) / 2
  return blocks.map(({ height }) => {
    const top = next
    next += height + gap
    return top
  })
}

const stackHeight = (blocks: TextBlock[], gap: number) =>
  blocks.reduce((sum, { height }) => sum + height, gap * Math.max(0, blocks.length - 1))

const drawPanelBox = (pdf: PdfDocument, top: number, height: number, colour: string) =>
  pdf.roundedRect(page.left, top, page.width, height, 18).fill(colour)

/** Black on white, because scanners need contrast. */
function drawQrCode(pdf: PdfDocument, url: string, x: number, y: number, size: number) {
  const squares = qrSquares(url)
  pdf.roundedRect(x, y, size, size, 8).fill(colours.white)
  pdf
    .save()
    .translate(x, y)
    .scale(size / squares.length)
    .path(qrPath(squares))
    .fill('#000')
    .restore()
}

type Agent = Pick<Poster, 'agentName' | 'agencyName' | 'licenceLine' | 'phone'>

/** The agent, and below it our logo, or the agency's with ours small beside it. Returns the top of the footer. */
function drawFooter(pdf: PdfDocument, drawer: TextDrawer, agent: Agent & { legalLine: string }, brand?: DrawnBrand) {
  if (brand) return drawBrandFooter(pdf, drawer, agent, brand)
  const logoSize = 16
  const logoTop = page.bottom - logoSize
  const lineTop = logoTop - GAP * 0.6
  drawLogo(pdf, drawer, logoTop, logoSize)
  pdf.rect(page.left, lineTop, page.width, 0.75).fill(colours.line)
  return drawAgent(drawer, agent, lineTop - GAP * 0.75)
}

const BRAND_LOGO = { width: 126, height: 30 }

function drawBrandFooter(
  pdf: PdfDocument,
  drawer: TextDrawer,
  { legalLine, ...agent }: Agent & { legalLine: string },
  { logo, colour }: DrawnBrand,
) {
  const top = page.bottom - BRAND_LOGO.height
  const lineTop = top - GAP * 0.6
  const own = { size: 8, weight: 600, colour: colours.quiet } as const
  const ownWidth = drawer.width(OUR_NAME, own)
  const left = logo ? BRAND_LOGO.width + GAP * 0.75 : 0
  if (logo)
    pdf.image(Buffer.from(logo), page.left, top, { fit: [BRAND_LOGO.width, BRAND_LOGO.height], valign: 'center' })
  const quiet = { weight: 400, colour: colours.quiet } as const
  const legal = fitText(drawer, legalLine, quiet, { width: page.width - left - ownWidth - GAP, tries: LICENCE_LINES })
  const middle = top + BRAND_LOGO.height / 2
  drawBlock(drawer, legal, page.left + left, middle - legal.height / 2)
  drawer.draw(OUR_NAME, page.left + page.width - ownWidth, middle + own.size * 0.36, own)
  pdf.rect(page.left, lineTop, page.width, 0.75).fill(colours.line)
  return drawAgent(drawer, agent, lineTop - GAP * 0.75, colour ?? colours.teal)
}

const AGENT_NAMES: SizeTries = [
  [17, 1],
  [14, 1],
  [12, 2],
]
const AGENCY_NAMES: SizeTries = [
  [12.5, 1],
  [11, 1],
  [10, 2],
]
const LICENCE_LINES: SizeTries = [
  [9, 1],
  [8, 2],
]
const PHONES: SizeTries = [
  [24, 1],
  [20, 1],
  [16, 1],
  [12, 2],
]

const AGENT_LINE_GAP = GAP * 0.4

function drawAgent(
  drawer: TextDrawer,
  { agentName, agencyName, licenceLine, phone }: Agent,
  bottom: number,
  colour = colours.teal,
) {
  const width = page.width * 0.58
  const quiet = { weight: 400, colour: colours.quiet } as const
  const lines = [
    fitText(drawer, agentName, { weight: 600, colour: colours.text }, { width, tries: AGENT_NAMES }),
    fitText(drawer, agencyName, quiet, { width, tries: AGENCY_NAMES }),
    fitText(drawer, licenceLine, quiet, { width, tries: LICENCE_LINES }),
  ].filter((line) => line.height > 0)
  const phoneLook = { weight: 600, colour } as const
  const number = fitText(drawer, phone, phoneLook, { width: page.width * 0.38, tries: PHONES })
  const linesHeight = stackHeight(lines, AGENT_LINE_GAP)
  const height = Math.max(linesHeight, number.height)
  const top = bottom - height
  const tops = stackCentred(lines, top + height / 2, AGENT_LINE_GAP)
  for (const [place, line] of lines.entries()) drawBlock(drawer, line, page.left, tops[place] ?? top)
  drawBlock(drawer, number, page.left, top + (height - number.height) / 2, page.width, 1)
  return top
}

function drawLogo(pdf: PdfDocument, drawer: TextDrawer, top: number, size: number) {
  const { size: unit, radius, colour, house, lines, stroke } = logoShape
  pdf
    .save()
    .translate(page.left, top)
    .scale(size / unit)
  pdf.roundedRect(0, 0, unit, unit, radius).fill(colour)
  pdf.path(house).fill(colours.white)
  pdf.path(lines).lineWidth(stroke).lineCap('round').stroke(colour)
  pdf.restore()
  drawer.draw(OUR_NAME, page.left + size + 7, top + size * 0.72, {
    size: 10.5,
    weight: 600,
    colour: colours.quiet,
  })
}
