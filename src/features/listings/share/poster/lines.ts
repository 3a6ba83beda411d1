import type { Style } from './typesetter.media.ts'

/** Of the height of a letter's square: Inter's capitals, and from line to line. */
const CAPITALS = 0.727
const LEADING = 1.2

/** Whatever measures and draws a line, on paper or on a screen. */
export interface Typesetter {
  width(text: string, style: Style): number
  /** `y` is the line that letters stand on. */
  draw(text: string, x: number, y: number, style: Style): void
}

export interface Block {
  lines: string[]
  style: Style
  /** From the top of the first line's capitals to where the last line stands. */
  height: number
}

interface Room {
  width: number
  /** How large, on how many lines at most: tried in this order. With the last one, what does not fit is cut. */
  tries: Tries
}
type Try = [size: number, lines: number]
export type Tries = [Try, ...Try[]]

/** Sets a text as its room allows, with lines of about the same length. */
export function fit(type: Typesetter, text: string, look: Omit<Style, 'size'>, { width, tries }: Room): Block {
  const fits = ([size, most]: Try) => wrap(type, text, { ...look, size }, width).length <= most
  const [size, most] = tries.find(fits) ?? tries.at(-1) ?? tries[0]
  const style = { ...look, size }
  const whole = wrap(type, text, style, width)
  const lines = whole.length > most ? cut(type, whole, most, width, style) : balance(type, text, style, width)
  return { lines: lines.map((line) => line.trim()), style, height: heightOf(lines.length, style) }
}

const heightOf = (lines: number, { size }: Style) => (lines === 0 ? 0 : size * (CAPITALS + (lines - 1) * LEADING))

/** `align` 0.5 centres each line within `width`. */
export function drawBlock(type: Typesetter, { lines, style }: Block, x: number, top: number, width = 0, align = 0) {
  lines.forEach((line, index) => {
    const left = x + (width - type.width(line, style)) * align
    type.draw(line, left, top + style.size * (CAPITALS + index * LEADING), style)
  })
}

/** The narrowest column that needs no more lines than the full width does, and breaks no more words. */
function balance(type: Typesetter, text: string, style: Style, width: number) {
  const wanted = wrap(type, text, style, width)
  const words = text.split(BREAKS).map((word) => type.width(word.trimEnd(), style))
  let narrow = Math.max(...words.filter((word) => word <= width), width / 2)
  let wide = width
  while (wide - narrow > 2) {
    const middle = (narrow + wide) / 2
    if (wrap(type, text, style, middle).length > wanted.length) narrow = middle
    else wide = middle
  }
  return wrap(type, text, style, wide)
}

function cut(type: Typesetter, lines: string[], most: number, width: number, style: Style) {
  const letters = [...lines.slice(most - 1, most + 1).join('')]
  while (letters.length > 0 && type.width(`${letters.join('')}…`, style) > width) letters.pop()
  const words = letters.join('').replace(/\s+\S*$/, '')
  return [...lines.slice(0, most - 1), `${words}…`]
}

/** After spaces and slashes, and anywhere between letters of scripts that have no spaces. */
const BREAKS = /(?<=[\s/])(?!\s)|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u

function wrap(type: Typesetter, text: string, style: Style, width: number) {
  const lines = ['']
  let used = 0
  const add = (part: string) => {
    const isFull = used + type.width(part.trimEnd(), style) > width
    if (isFull && used > 0) {
      lines.push('')
      used = 0
    }
    lines[lines.length - 1] += part
    used += type.width(part, style)
  }
  for (const word of text.split(BREAKS)) {
    // A word that is longer than a line breaks where it must.
    const isLong = type.width(word.trimEnd(), style) > width
    for (const part of isLong ? word : [word]) add(part)
  }
  return lines.filter((line) => line.trim() !== '')
}
