import type { Font } from 'fontkit'
import type { Fonts } from '../poster/fonts.media.ts'
import type { Typesetter } from '../poster/lines.ts'
import { runsOf } from '../poster/runs.media.ts'
import type { Style } from '../poster/typesetter.media.ts'

const TIGHT = -0.015

/** Draws words as shapes, so that a picture looks the same whatever fonts a server has. */
export async function svgTypesetter(fonts: Fonts): Promise<Typesetter & { drawn(): string }> {
  const inter = { 400: await fonts.openInter(400), 600: await fonts.openInter(600) }
  const shapes: string[] = []

  function lay(text: string, { size, weight }: Style) {
    const spacing = weight === 600 ? size * TIGHT : 0
    let pen = 0
    return runsOf(fonts, text, weight).flatMap(({ text: letters, font = inter[weight] }) => {
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(letters)
      return glyphs.map((glyph, index) => {
        const { xOffset, yOffset, xAdvance } = positions[index] ?? { xOffset: 0, yOffset: 0, xAdvance: 0 }
        const at = { glyph, scale, x: pen + xOffset * scale, y: yOffset * scale }
        pen += xAdvance * scale + spacing
        return { ...at, end: pen }
      })
    })
  }

  return {
    width: (text, style) => lay(text, style).at(-1)?.end ?? 0,
    draw(text, x, y, style) {
      for (const { glyph, scale, ...offset } of lay(text, style))
        shapes.push(shape(glyph, x + offset.x, y - offset.y, scale, style.colour))
    },
    drawn: () => shapes.join(''),
  }
}

type Glyph = ReturnType<Font['layout']>['glyphs'][number]

const shape = ({ path }: Glyph, x: number, y: number, scale: number, colour: string) =>
  `<path transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale} ${-scale})" fill="${colour}" d="${path.toSVG()}"/>`
