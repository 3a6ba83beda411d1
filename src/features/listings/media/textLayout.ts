export type Weight = 400 | 600

export interface TextStyle {
  size: number
  weight: Weight
  colour: string
}

/** Measures and draws a line of text, on paper or on a screen. */
export interface TextDrawer {
  width(text: string, style: TextStyle): number
  /** `y` is the baseline. */
  draw(text: string, x: number, y: number, style: TextStyle): void
}

export interface TextBlock {
  lines: string[]
  style: TextStyle
  /** From the top of the first line's capitals to the last baseline. */
  height: number
}

/** A font size and how many lines it may take. */
type SizeTry = [size: number, maxLines: number]
/** Tried in this order. With the last one, what does not fit is cut. */
export type SizeTries = [SizeTry, ...SizeTry[]]

/** Of the font size: the height of Inter's capitals, and the distance between baselines. */
const CAPITAL_HEIGHT = 0.727
const LINE_HEIGHT = 1.2

interface Room {
  width: number
  tries: SizeTries
}

/** Sets a text as large as its room allows, in lines of about the same length. */
export function fitText(
  drawer: TextDrawer,
  text: string,
  look: Omit<TextStyle, 'size'>,
  { width, tries }: Room,
): TextBlock {
  const fits = ([size, maxLines]: SizeTry) => wrapText(drawer, text, { ...look, size }, width).length <= maxLines
  const [size, maxLines] = tries.find(fits) ?? tries.at(-1) ?? tries[0]
  const style = { ...look, size }
  const whole = wrapText(drawer, text, style, width)
  const lines =
    whole.length > maxLines
      ? cutLines(drawer, whole, maxLines, width, style)
      : balanceLines(drawer, text, whole, style, width)
  const height = lines.length === 0 ? 0 : size * (CAPITAL_HEIGHT + (lines.length - 1) * LINE_HEIGHT)
  return { lines: lines.map((line) => line.trim()), style, height }
}

/** `align` 0.5 centres each line within `width`. */
export function drawBlock(drawer: TextDrawer, block: TextBlock, x: number, top: number, width = 0, align = 0) {
  const { lines, style } = block
  lines.forEach((line, index) => {
    const left = x + (width - drawer.width(line, style)) * align
    drawer.draw(line, left, top + style.size * (CAPITAL_HEIGHT + index * LINE_HEIGHT), style)
  })
}

/** The narrowest column that needs no more lines than the full width does, and breaks no more words. */
function balanceLines(drawer: TextDrawer, text: string, lines: string[], style: TextStyle, width: number) {
  const words = text.split(BREAKS).map((word) => drawer.width(word.trimEnd(), style))
  let narrow = Math.max(...words.filter((word) => word <= width), width / 2)
  let wide = width
  while (wide - narrow > 2) {
    const middle = (narrow + wide) / 2
    if (wrapText(drawer, text, style, middle).length > lines.length) narrow = middle
    else wide = middle
  }
  return wrapText(drawer, text, style, wide)
}

function cutLines(drawer: TextDrawer, lines: string[], maxLines: number, width: number, style: TextStyle) {
  const letters = [...lines.slice(maxLines - 1, maxLines + 1).join('')]
  while (letters.length > 0 && drawer.width(`${letters.join('')}…`, style) > width) letters.pop()
  const words = letters.join('').replace(/\s+\S*$/, '')
  return [...lines.slice(0, maxLines - 1), `${words}…`]
}

/** After spaces and slashes, and anywhere between letters of scripts that have no spaces. */
const BREAKS = /(?<=[\s/])(?!\s)|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u

/** A word that is longer than a line is broken. */
export function wrapText(drawer: TextDrawer, text: string, style: TextStyle, width: number) {
  const lines = ['']
  let used = 0
  const add = (part: string) => {
    const isFull = used + drawer.width(part.trimEnd(), style) > width
    if (isFull && used > 0) {
      lines.push('')
      used = 0
    }
    lines[lines.length - 1] += part
    used += drawer.width(part, style)
  }
  for (const word of text.split(BREAKS)) {
    // A word that is longer than a line breaks where it must.
    const isLong = drawer.width(word.trimEnd(), style) > width
    for (const part of isLong ? word : [word]) add(part)
  }
  return lines.filter((line) => line.trim() !== '')
}

/** Normalised, without line breaks, and cut to the maximum length. */
export const oneLine = (text: string, maxLength: number) =>
  [...text.normalize('NFC').replace(/\s+/g, ' ').trim()].slice(0, maxLength).join('')
