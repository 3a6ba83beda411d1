import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Where a search result is on a page: from a character of one of its text items to a character of the same or a later one. */
export interface SearchMatch {
  page: number
  /** How far down the page, from 0 to 1. */
  down: number
  first: { piece: number; offset: number }
  last: { piece: number; offset: number }
}

/** All matches on one page, and whether it has any text at all. */
export async function findMatches(pdf: PDFDocumentProxy, number: number, searched: string) {
  const page = await pdf.getPage(number)
  const content = await readPageText(page)
  const pieces = content.items.filter((item) => 'str' in item)
  const { text, positions } = searchableText(pieces)
  const wanted = normaliseText(searched).trim()
  const { height, convertToViewportPoint } = bindViewport(page.getViewport({ scale: 1 }))
  const matches: SearchMatch[] = []
  for (let at = text.indexOf(wanted); at >= 0 && wanted; at = text.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [positions[at], positions[at + wanted.length - 1]]
    if (!first || !last) break
    const [, , , , x, y] = pieces[first.piece]?.transform ?? []
    const [, top] = convertToViewportPoint(x ?? 0, y ?? 0)
    matches.push({ page: number, down: Math.min(1, Math.max(0, top / height)), first, last })
  }
  return { matches, hasText: /\S/.test(text) }
}

/** All matches in the text of a page that is shown as a picture. Where they are on it is only known roughly. */
export function findTextMatches(page: number, pageText: string, searched: string) {
  const { text } = searchableText([{ str: pageText }])
  const wanted = normaliseText(searched).trim()
  const matches: SearchMatch[] = []
  for (let at = text.indexOf(wanted); at >= 0 && wanted; at = text.indexOf(wanted, at + wanted.length)) {
    const place = { piece: 0, offset: at }
    matches.push({ page, down: at / text.length, first: place, last: place })
  }
  return { matches, hasText: /\S/.test(text) }
}

const bindViewport = (viewport: ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getViewport']>) => ({
  height: viewport.height,
  convertToViewportPoint: (x: number, y: number) => viewport.convertToViewportPoint(x, y) as [number, number],
})

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

const pageTexts = new WeakMap<PDFPageProxy, Promise<TextContent>>()

/** Read once: for the text over the page, and for the search. */
export function readPageText(page: PDFPageProxy) {
  const text = pageTexts.get(page) ?? page.getTextContent()
  pageTexts.set(page, text)
  return text
}

/** Which text item of the page a character is from, and where in it. */
interface TextPosition {
  piece: number
  offset: number
}

/**
 * The text of a page as it is compared: lower case without accents, so that "kowhai" finds "Kōwhai", and one space for any gap,
 * because lines end where phrases do not.
 */
export function searchableText(pieces: readonly { str: string; hasEOL?: boolean }[]) {
  let text = ''
  const positions: TextPosition[] = []
  const add = (characters: string, piece: number, offset: number) => {
    for (const character of characters) {
      if (character === ' ' && (text === '' || text.endsWith(' '))) continue
      text += character
      for (let unit = 0; unit < character.length; unit++) positions.push({ piece, offset })
    }
  }
  pieces.forEach(({ str, hasEOL }, piece) => {
    for (let offset = 0; offset < str.length; offset++) add(normaliseText(str[offset] ?? ''), piece, offset)
    if (hasEOL) add(' ', piece, str.length)
  })
  return { text, positions }
}

export const normaliseText = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')

export interface MatchBox {
  key: string
  match: SearchMatch
  left: string
  top: string
  width: string
  height: string
}

/** Where matches are, in percent of the page, so that they stay right at every zoom. */
export function matchBoxes(
  page: HTMLElement,
  spans: readonly HTMLElement[],
  matches: readonly SearchMatch[],
): MatchBox[] {
  const whole = page.getBoundingClientRect()
  if (!spans.length || !whole.width) return []
  const share = (part: number, all: number) => `${(part / all) * 100}%`
  return matches.flatMap((match, index) =>
    matchRects(spans, match).map(({ left, top, width, height }, part) => ({
      key: `${index}-${part}`,
      match,
      left: share(left - whole.left, whole.width),
      top: share(top - whole.top, whole.height),
      width: share(width, whole.width),
      height: share(height, whole.height),
    })),
  )
}

function matchRects(spans: readonly HTMLElement[], { first, last }: SearchMatch) {
  const rects: DOMRect[] = []
  for (let piece = first.piece; piece <= last.piece; piece++) {
    const text = spans[piece]?.firstChild
    if (!(text instanceof Text)) continue
    const range = document.createRange()
    range.setStart(text, piece === first.piece ? first.offset : 0)
    range.setEnd(text, piece === last.piece ? Math.min(text.length, last.offset + 1) : text.length)
    rects.push(...range.getClientRects())
  }
  return rects.filter(({ width }) => width > 0)
}
