import type { Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import type { Fonts, Weight } from './fonts.media.ts'
import { type Run, runsOf } from './runs.media.ts'

export type Pdf = InstanceType<typeof PDFDocument>

export interface Style {
  size: number
  weight: Weight
  colour: string
}

/** Measures and draws lines of text whose letters may come from several fonts. */
export function typesetter(pdf: Pdf, fonts: Fonts) {
  pdf.registerFont('400', fonts.files[400]).registerFont('600', fonts.files[600])

  const inter = ({ size, weight }: Style) => pdf.font(String(weight)).fontSize(size)
  const spacing = ({ size, weight }: Style) => ({ characterSpacing: weight === 600 ? size * -0.015 : 0 })

  const runWidth = ({ text, font }: Run, style: Style) =>
    font
      ? (font.layout(text).advanceWidth / font.unitsPerEm) * style.size
      : inter(style).widthOfString(text, spacing(style))

  /** Lines are tried at many widths and sizes, always with the same words. */
  const known = new Map<string, number>()
  function width(text: string, style: Style) {
    const key = `${style.size} ${style.weight} ${text}`
    const found =
      known.get(key) ?? runsOf(fonts, text, style.weight).reduce((sum, run) => sum + runWidth(run, style), 0)
    known.set(key, found)
    return found
  }

  /** `y` is the line that letters stand on. */
  function draw(text: string, x: number, y: number, style: Style) {
    let pen = x
    for (const run of runsOf(fonts, text, style.weight)) {
      if (run.font) outline(pdf, run.text, run.font, pen, y, style)
      else
        inter(style)
          .fillColor(style.colour)
          .text(run.text, pen, y, { ...spacing(style), baseline: 'alphabetic', lineBreak: false })
      pen += runWidth(run, style)
    }
  }

  return { width, draw }
}

export type Typesetter = ReturnType<typeof typesetter>

/** Letter by letter, as shapes. */
function outline(pdf: Pdf, text: string, font: Font, x: number, y: number, { size, colour }: Style) {
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
