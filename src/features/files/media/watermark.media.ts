import { textOutlines } from '#features/listings/media/textDrawers.media.ts'
import { oneLine } from '#features/listings/media/textLayout.ts'

/** Lines of text across a square of 1,000 units around the origin, which is then stretched over a page. */
const HALF = 500
const ANGLE_DEGREES = 35
const FONT_SIZE = 24
const MAX_LINE_WIDTH = 900
const LINE_DISTANCE = 165
const GAP = 90
const MAX_TEXT_LENGTH = 160
/** Dark red: visible on white paper and on scans, and the page stays readable below it. */
const COLOUR = { red: 0.55, green: 0.09, blue: 0.09 }
const OPACITY = 0.24

type Outline = Awaited<ReturnType<typeof textOutlines>>

export interface WatermarkLayout {
  outline: Outline
  /** Where the text starts each time, before the whole is turned. */
  places: { x: number; y: number }[]
}

/** The same text again and again, as shapes: it needs no font and can't be found and removed as text. */
export async function layOutWatermark(text: string): Promise<WatermarkLayout> {
  const line = oneLine(text, MAX_TEXT_LENGTH)
  const style = { weight: 600, colour: '', size: FONT_SIZE } as const
  const full = await textOutlines(line, style)
  const size = Math.min(FONT_SIZE, (FONT_SIZE * MAX_LINE_WIDTH) / Math.max(1, full.width))
  const outline = size < FONT_SIZE ? await textOutlines(line, { ...style, size }) : full
  return { outline, places: placesFor(outline.width) }
}

function placesFor(width: number) {
  const reach = HALF * Math.SQRT2
  const step = width + GAP
  const places = []
  for (let y = -reach, row = 0; y <= reach; y += LINE_DISTANCE, row++)
    for (let x = -reach - (row % 2) * (step / 2); x < reach; x += step) places.push({ x, y })
  return places
}

const number = (value: number) => String(Number(value.toFixed(2)))

/** Over a picture of this size. */
export function watermarkSvg({ outline, places }: WatermarkLayout, width: number, height: number) {
  const glyphs = outline.shapes.map(
    ({ path, scale, x, y }) =>
      `<path transform="translate(${number(x)} ${number(-y)}) scale(${scale} ${-scale})" d="${path}"/>`,
  )
  const uses = places.map(({ x, y }) => `<use xlink:href="#t" x="${number(x)}" y="${number(-y)}"/>`)
  const { red, green, blue } = COLOUR
  const fill = `rgb(${[red, green, blue].map((part) => Math.round(part * 255)).join(' ')})`
  const scale = Math.max(width, height) / (2 * HALF)
  const place = `translate(${width / 2} ${height / 2}) scale(${scale}) rotate(${-ANGLE_DEGREES})`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}"><defs><g id="t">${glyphs.join('')}</g></defs><g transform="${place}" fill="${fill}" fill-opacity="${OPACITY}">${uses.join('')}</g></svg>`,
  )
}

/** The watermark as two PDF drawings: the text, and all places where it stands. The first is `/T` to the second. */
export function watermarkForms({ outline, places }: WatermarkLayout) {
  const [cos, sin] = turn(ANGLE_DEGREES)
  const { red, green, blue } = COLOUR
  return {
    text: outline.shapes.map(({ path, scale, x, y }) => pdfPath(path, scale, x, y)).join(''),
    places: [
      `/G gs ${red} ${green} ${blue} rg ${cos} ${sin} ${-sin} ${cos} 0 0 cm`,
      ...places.map(({ x, y }) => `q 1 0 0 1 ${number(x)} ${number(y)} cm /T Do Q`),
    ].join('\n'),
    graphicsState: `<< /G << /ca ${OPACITY} /CA ${OPACITY} >> >>`,
    box: `[${-2 * HALF} ${-2 * HALF} ${2 * HALF} ${2 * HALF}]`,
  }
}

/** A visible page in its own coordinates. */
export interface PageGeometry {
  left: number
  bottom: number
  right: number
  top: number
  /** How far viewers turn it clockwise. */
  rotation: number
}

/** The matrix that stretches the watermark over a page, upright for the reader. */
export function watermarkMatrix({ left, bottom, right, top, rotation }: PageGeometry) {
  const scale = Math.max(right - left, top - bottom) / (2 * HALF)
  const [cos, sin] = turn(rotation)
  return [scale * cos, scale * sin, -scale * sin, scale * cos, (left + right) / 2, (bottom + top) / 2]
}

function turn(degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [Number(Math.cos(angle).toFixed(5)), Number(Math.sin(angle).toFixed(5))]
}

/** An SVG path as PDF operators. A quadratic curve becomes the cubic one that looks the same. */
function pdfPath(path: string, scale: number, x: number, y: number) {
  let [atX, atY] = [0, 0]
  const point = (px: number, py: number) => `${number(x + px * scale)} ${number(y + py * scale)}`
  const parts = [...path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, command, values = '']) => {
    const v = (values.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = v
    const [fromX, fromY] = [atX, atY]
    ;[atX, atY] = [v.at(-2) ?? atX, v.at(-1) ?? atY]
    if (command === 'M') return `${point(a, b)} m `
    if (command === 'L') return `${point(a, b)} l `
    if (command === 'C') return `${point(a, b)} ${point(c, d)} ${point(e, f)} c `
    if (command === 'Z') return 'h '
    const [third, twoThirds] = [1 / 3, 2 / 3]
    const first = point(fromX * third + a * twoThirds, fromY * third + b * twoThirds)
    return `${first} ${point(c * third + a * twoThirds, d * third + b * twoThirds)} ${point(c, d)} c `
  })
  return parts.length > 0 ? `${parts.join('')}f\n` : ''
}
