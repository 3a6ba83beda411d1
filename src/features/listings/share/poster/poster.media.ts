import { buffer } from 'node:stream/consumers'
import { fontsFor } from './fonts.media.ts'
import { drawFoot } from './foot.media.ts'
import { drawBlock, fit, type Tries } from './lines.ts'
import { tallPanel, widePanel } from './panel.media.ts'
import { drawPhoto } from './photo.media.ts'
import { colour, GAP, page, sheet } from './sheet.ts'
import { type Typesetter, typesetter } from './typesetter.media.ts'

export interface Poster {
  title: string
  subtitle: string
  /** Where the code leads, and printed beside it. */
  url: string
  /** Any picture that we store. */
  photo?: Uint8Array
  agentName: string
  agencyName: string
  phone: string
}

/** A sheet of A4 for a window or an open home: the home, the code that leads to its files, and whom to ask. */
export async function posterPdf({ photo, url, ...given }: Poster): Promise<Uint8Array> {
  const poster = oneLineEach(given)
  const [{ default: PDFDocument }, fonts] = await Promise.all([
    // Loaded with the first poster, like the fonts: a process that prepares photos does without.
    import('pdfkit'),
    fontsFor(Object.values(poster).join('') + url),
  ])
  const pdf = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    font: '',
    lang: 'en-NZ',
    displayTitle: true,
    info: { Title: poster.title, Author: poster.agentName, Creator: 'Property Files' },
  })
  const bytes = buffer(pdf)
  const type = typesetter(pdf, fonts)
  const foot = drawFoot(pdf, type, poster)
  const panel = photo ? widePanel(type, url) : tallPanel(type, url)
  const panelTop = foot - GAP - panel.height
  panel.draw(pdf, panelTop)
  const words = headline(type, poster, Boolean(photo))
  const wordsTop = photo ? panelTop - GAP * 1.25 - words.height : (page.top + panelTop - words.height) / 2
  words.draw(wordsTop)
  if (photo)
    await drawPhoto(pdf, photo, { ...page, x: page.left, y: page.top, height: wordsTop - GAP * 1.25 - page.top })
  pdf.end()
  return bytes
}

/** One large line if it can be, else two; a long title grows in lines before anything of it is cut. */
const TITLES: Record<'withPhoto' | 'alone', Tries> = {
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

function headline(type: Typesetter, { title, subtitle }: Pick<Poster, 'title' | 'subtitle'>, hasPhoto: boolean) {
  const { left, width } = page
  const tries = hasPhoto ? TITLES.withPhoto : TITLES.alone
  const above = fit(type, title, { weight: 600, colour: colour.text }, { width, tries })
  const quiet = { weight: 400, colour: colour.quiet } as const
  const below = fit(type, subtitle, quiet, {
    width,
    tries: [
      [17, 1],
      [15, 1],
      [13, 1],
      [12, 2],
    ],
  })
  const height = above.height + (below.height && below.height + Math.max(GAP * 0.75, above.style.size * 0.5))
  const draw = (top: number) => {
    drawBlock(type, above, left, top)
    drawBlock(type, below, left, top + height - below.height)
  }
  return { height, draw }
}

/** Each letter written in one way, and no line breaks but ours. */
const oneLineEach = <Texts extends Record<string, string>>(texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, oneLine(text)])) as Texts

/** No place on the sheet holds more. */
const MOST = 400

const oneLine = (text: string) => [...text.normalize('NFC').replace(/\s+/g, ' ').trim()].slice(0, MOST).join('')
