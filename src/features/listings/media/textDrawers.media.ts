import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { z } from 'zod'
import type { TextDrawer, TextStyle, Weight } from './textLayout.ts'

const require = createRequire(import.meta.url)

export type PdfDocument = InstanceType<typeof PDFDocument>

/** Of the font size. Semi-bold lines look better a little tighter. */
const SEMI_BOLD_SPACING = -0.015
const letterSpacing = ({ size, weight }: TextStyle) => (weight === 600 ? size * SEMI_BOLD_SPACING : 0)

/** Draws text on a page. Inter is embedded; letters from other fonts are drawn as shapes. */
export async function pdfTextDrawer(pdf: PdfDocument, allText: string): Promise<TextDrawer> {
  const fonts = await fontsFor(allText)
  pdf.registerFont('400', fonts.inter[400].file).registerFont('600', fonts.inter[600].file)

  const inter = ({ size, weight }: TextStyle) => pdf.font(String(weight)).fontSize(size)
  const spacing = (style: TextStyle) => ({ characterSpacing: letterSpacing(style) })

  const runWidth = ({ text, font }: Run, style: TextStyle) =>
    font
      ? (font.layout(text).advanceWidth / font.unitsPerEm) * style.size
      : inter(style).widthOfString(text, spacing(style))

  return {
    width: measureOnce((text, style) =>
      splitByFont(fonts, text, style.weight).reduce((sum, run) => sum + runWidth(run, style), 0),
    ),
    draw(text, x, y, style) {
      let pen = x
      for (const run of splitByFont(fonts, text, style.weight)) {
        if (run.font) drawOutlines(pdf, run.text, run.font, pen, y, style)
        else
          inter(style)
            .fillColor(style.colour)
            .text(run.text, pen, y, { ...spacing(style), baseline: 'alphabetic', lineBreak: false })
        pen += runWidth(run, style)
      }
    },
  }
}

function drawOutlines(pdf: PdfDocument, text: string, font: Font, x: number, y: number, { size, colour }: TextStyle) {
  const { glyphs, positions } = font.layout(text)
  const scale = size / font.unitsPerEm
  pdf.save().translate(x, y).scale(scale, -scale)
  glyphs.forEach((glyph, index) => {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {}
    pdf.translate(xOffset, yOffset).path(glyph.path.toSVG()).fill(colour)
    pdf.translate(xAdvance - xOffset, -yOffset)
  })
  pdf.restore()
}

/** Draws text as SVG shapes, so that a picture looks the same whatever fonts a server has. */
export async function svgTextDrawer(allText: string): Promise<TextDrawer & { svg(): string }> {
  const fonts = await fontsFor(allText)
  const shapes: string[] = []

  const layOut = (text: string, style: TextStyle) => layOutGlyphs(fonts, text, style)

  return {
    width: measureOnce((text, style) => layOut(text, style).at(-1)?.end ?? 0),
    draw(text, x, y, style) {
      for (const { glyph, scale, ...offset } of layOut(text, style)) {
        const move = `translate(${(x + offset.x).toFixed(2)} ${(y - offset.y).toFixed(2)}) scale(${scale} ${-scale})`
        shapes.push(`<path transform="${move}" fill="${style.colour}" d="${glyph.path.toSVG()}"/>`)
      }
    },
    svg: () => shapes.join(''),
  }
}

function layOutGlyphs(fonts: Fonts, text: string, style: TextStyle) {
  const spacing = letterSpacing(style)
  let pen = 0
  return splitByFont(fonts, text, style.weight).flatMap(({ text: letters, font = fonts.inter[style.weight].font }) => {
    const scale = style.size / font.unitsPerEm
    const { glyphs, positions } = font.layout(letters)
    return glyphs.map((glyph, index) => {
      const { xOffset, yOffset, xAdvance } = positions[index] ?? { xOffset: 0, yOffset: 0, xAdvance: 0 }
      const at = { glyph, scale, x: pen + xOffset * scale, y: yOffset * scale }
      pen += xAdvance * scale + spacing
      return { ...at, end: pen }
    })
  })
}

/** One line of text as shapes that start at the origin, with y upwards, for drawings that embed no font. */
export async function textOutlines(text: string, style: TextStyle) {
  const glyphs = layOutGlyphs(await fontsFor(text), text, style)
  return {
    width: glyphs.at(-1)?.end ?? 0,
    shapes: glyphs.map(({ glyph, scale, x, y }) => ({ path: glyph.path.toSVG(), scale, x, y })),
  }
}

/** Lines are tried at many widths and sizes, always with the same words. */
function measureOnce(measure: TextDrawer['width']): TextDrawer['width'] {
  const known = new Map<string, number>()
  return (text, style) => {
    const key = `${style.size} ${style.weight} ${text}`
    const width = known.get(key) ?? measure(text, style)
    known.set(key, width)
    return width
  }
}

/** Consecutive characters in one font; Inter if none is given. */
interface Run {
  text: string
  font?: Font
}

/** Characters that no font has are left out. */
function splitByFont(fonts: Fonts, text: string, weight: Weight) {
  const found: Run[] = []
  for (const letter of text) {
    const codePoint = codePointOf(letter)
    const font = fonts.hasInter(codePoint) ? undefined : fonts.fallback(codePoint, weight)
    if (!font && !fonts.hasInter(codePoint)) continue
    const last = found.at(-1)
    if (last && last.font === font) last.text += letter
    else found.push({ text: letter, font })
  }
  return found
}

interface Fonts {
  /** As a file to be embedded, and opened to be drawn. */
  inter: Record<Weight, { file: Buffer; font: Font }>
  hasInter(codePoint: number): boolean
  /** A font for a letter that Inter lacks. These can be drawn but not embedded. */
  fallback(codePoint: number, weight: Weight): Font | undefined
}

/** Inter, and of the large fonts for other scripts only the slices that this text needs. */
async function fontsFor(text: string): Promise<Fonts> {
  openedInter ??= openInter()
  const inter = await openedInter
  const hasInter = (codePoint: number) => inter[400].font.hasGlyphForCodePoint(codePoint)
  const missing = [...new Set(text)].map(codePointOf).filter((codePoint) => !hasInter(codePoint))
  const fallbacks = missing.length > 0 ? await openFallbacks(missing) : []
  return {
    inter,
    hasInter,
    fallback: (codePoint, weight) =>
      fallbacks.map((weights) => weights[weight]).find((font) => font.hasGlyphForCodePoint(codePoint)),
  }
}

/** Kept open: reading its tables takes longer than drawing a line. */
let openedInter: Promise<Fonts['inter']> | undefined

async function openInter() {
  const [regular, semiBold] = await Promise.all([
    readFile(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    readFile(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  ])
  return {
    400: { file: regular, font: await openFont(regular) },
    600: { file: semiBold, font: await openFont(semiBold) },
  }
}

const codePointOf = (letter: string) => letter.codePointAt(0) ?? 0

/** Loaded with the first drawing: it is large, and most processes never draw. */
async function openFont(bytes: Buffer) {
  const { create } = await import('fontkit')
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('A collection of fonts instead of one')
  return font
}

/** Chinese characters and kana, then Hangul. */
const fallbackPackages = () => [
  require.resolve('@fontsource-variable/noto-sans-sc/package.json'),
  require.resolve('@fontsource-variable/noto-sans-kr/package.json'),
]

async function openFallbacks(codePoints: number[]) {
  const { default: decompress } = await import('woff2-encoder/decompress')
  const paths = (await Promise.all(fallbackPackages().map((path) => slicesFor(dirname(path), codePoints)))).flat()
  return Promise.all(
    paths.map(async (path) => {
      const font = await openFont(Buffer.from(await decompress(await readFile(path))))
      return { 400: font.getVariation({ wght: 400 }), 600: font.getVariation({ wght: 600 }) }
    }),
  )
}

const Slices = z.record(z.string(), z.string())

/** A package says which letters are in which of its files as a style sheet would: `U+4e00-4e03,U+4e07`. */
async function slicesFor(folder: string, codePoints: number[]) {
  const slices = Slices.parse(JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')))
  return Object.entries(slices)
    .filter(([, ranges]) => ranges.split(',').some((range) => codePoints.some((point) => isWithin(point, range))))
    .map(([name]) =>
      join(folder, 'files', `${folder.split('/').at(-1)}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    )
}

function isWithin(codePoint: number, range: string) {
  const [first = 0, last = first] = range
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return codePoint >= first && codePoint <= last
}
