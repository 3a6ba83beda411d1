import { qrPath, qrSquares } from '../qrCode.ts'
import { type Block, drawBlock, fit } from './lines.ts'
import { colour, page } from './sheet.ts'
import type { Pdf, Typesetter } from './typesetter.media.ts'

export const CALL = 'Scan for photos and property documents'

const PAD = 26
const call = { weight: 600, colour: colour.white } as const
const link = { weight: 600, colour: colour.mint } as const

export interface Panel {
  height: number
  draw(pdf: Pdf, top: number): void
}

/** Under a photo: the code, and its words beside it. */
export function widePanel(type: Typesetter, url: string): Panel {
  const code = 208
  const width = page.width - code - 3 * PAD
  const words = fit(type, CALL, call, { width, tries: [[27, 5]] })
  const address = fit(type, printed(url), link, {
    width,
    tries: [
      [12.5, 3],
      [11, 4],
      [9, 6],
    ],
  })
  const height = code + 2 * PAD
  return {
    height,
    draw(pdf, top) {
      const left = page.left + PAD
      drawBox(pdf, top, height)
      drawCode(pdf, url, left, top + PAD, code)
      const [wordsTop = 0, addressTop = 0] = stack([words, address], top + height / 2, 24)
      drawBlock(type, words, left + code + PAD, wordsTop)
      drawBlock(type, address, left + code + PAD, addressTop)
    },
  }
}

/** On a sheet without a photo there is room for a larger code, with its words above it. */
export function tallPanel(type: Typesetter, url: string): Panel {
  const code = 272
  const width = page.width - 2 * PAD
  const words = fit(type, CALL, call, { width, tries: [[30, 2]] })
  const address = fit(type, printed(url), link, {
    width,
    tries: [
      [14, 1],
      [12, 2],
      [9, 4],
    ],
  })
  const height = PAD + words.height + PAD + code + PAD * 0.75 + address.height + PAD
  return {
    height,
    draw(pdf, top) {
      const codeTop = top + PAD + words.height + PAD
      drawBox(pdf, top, height)
      drawBlock(type, words, page.left + PAD, top + PAD, width, 0.5)
      drawCode(pdf, url, page.left + (page.width - code) / 2, codeTop, code)
      drawBlock(type, address, page.left + PAD, codeTop + code + PAD * 0.75, width, 0.5)
    },
  }
}

/** As people type it. */
const printed = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

/** The tops of blocks that stand on top of each other, the whole centred. */
function stack(blocks: Block[], middle: number, gap: number) {
  const whole = blocks.reduce((sum, { height }) => sum + height, gap * (blocks.length - 1))
  let top = middle - whole / 2
  return blocks.map(({ height }) => {
    const own = top
    top += height + gap
    return own
  })
}

const drawBox = (pdf: Pdf, top: number, height: number) =>
  pdf.roundedRect(page.left, top, page.width, height, 18).fill(colour.teal)

/** Black on white, whatever is around it: scanners like contrast. */
function drawCode(pdf: Pdf, url: string, x: number, y: number, size: number) {
  const squares = qrSquares(url)
  pdf.roundedRect(x, y, size, size, 8).fill(colour.white)
  pdf
    .save()
    .translate(x, y)
    .scale(size / squares.length)
    .path(qrPath(squares))
    .fill('#000')
    .restore()
}
