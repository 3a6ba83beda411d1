import type { Font } from 'fontkit'
import { codePointOf, type Fonts, type Weight } from './fonts.media.ts'

/** Letters of one font in a row. Without a font of its own it is set in Inter. */
export interface Run {
  text: string
  font?: Font
}

/** A text cut where the font changes. What no font has is left out. */
export function runsOf(fonts: Fonts, text: string, weight: Weight) {
  const found: Run[] = []
  for (const letter of text) {
    const codePoint = codePointOf(letter)
    const font = fonts.hasInter(codePoint) ? undefined : fonts.spare(codePoint, weight)
    if (!font && !fonts.hasInter(codePoint)) continue
    const last = found.at(-1)
    if (last && last.font === font) last.text += letter
    else found.push({ text: letter, font })
  }
  return found
}
