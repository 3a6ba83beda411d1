import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Where something stands on a page: from a character of one of its pieces of text to a character of the same or a later one. */
export interface SearchMatch {
  page: number
  /** How far down the page, from 0 to 1. */
  down: number
  first: { piece: number; offset: number }
  last: { piece: number; offset: number }
}

/** All places on one page, and whether it has any words at all. */
export async function findMatches(pdf: PDFDocumentProxy, number: number, words: string) {
  const page = await pdf.getPage(number)
  const content = await readPageText(page)
  const pieces = content.items.filter((item) => 'str' in item)
  const { text, places } = searchableText(pieces)
  const wanted = normaliseText(words).trim()
  const { height, convertToViewportPoint } = bindViewport(page.getViewport({ scale: 1 }))
  const hits: SearchMatch[] = []
  for (let at = text.indexOf(wanted); at >= 0 && wanted; at = text.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [places[at], places[at + wanted.length - 1]]
    if (!first || !last) break
    const [, , , , x, y] = pieces[first.piece]?.transform ?? []
    const [, top] = convertToViewportPoint(x ?? 0, y ?? 0)
    hits.push({ page: number, down: Math.min(1, Math.max(0, top / height)), first, last })
  }
  return { hits, hasWords: /\S/.test(text) }
}

const bindViewport = (viewport: ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getViewport']>) => ({
  height: viewport.height,
  convertToViewportPoint: (x: number, y: number) => viewport.convertToViewportPoint(x, y) as [number, number],
})

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

const pageTexts = new WeakMap<PDFPageProxy, Promise<TextContent>>()

/** Read once: for the words over the page, and for the search. */
export function readPageText(page: PDFPageProxy) {
  const text = pageTexts.get(page) ?? page.getTextContent()
  pageTexts.set(page, text)
  return text
}

/** A character of the searchable text, in which piece of the page it stands and where in it. */
interface TextPosition {
  piece: number
  offset: number
}

/**
 * The words of a page in the form in which they are compared: small letters without marks, so that "kowhai" finds "Kōwhai", and
 * one space for any gap, because lines end where words do not.
 */
export function searchableText(pieces: readonly { str: string; hasEOL?: boolean }[]) {
  let text = ''
  const places: TextPosition[] = []
  const add = (characters: string, piece: number, offset: number) => {
    for (const character of characters) {
      if (character === ' ' && (text === '' || text.endsWith(' '))) continue
      text += character
      for (let unit = 0; unit < character.length; unit++) places.push({ piece, offset })
    }
  }
  pieces.forEach(({ str, hasEOL }, piece) => {
    for (let offset = 0; offset < str.length; offset++) add(normaliseText(str[offset] ?? ''), piece, offset)
    if (hasEOL) add(' ', piece, str.length)
  })
  return { text, places }
}

export const normaliseText = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')

export interface MatchBox {
  key: string
  hit: SearchMatch
  left: string
  top: string
  width: string
  height: string
}

/** The places of hits as parts of the page, so that they stay right however large it is. */
export function matchBoxes(page: HTMLElement, spans: readonly HTMLElement[], hits: readonly SearchMatch[]): MatchBox[] {
  const whole = page.getBoundingClientRect()
  if (!spans.length || !whole.width) return []
  const share = (part: number, all: number) => `${(part / all) * 100}%`
  return hits.flatMap((hit, index) =>
    matchRects(spans, hit).map(({ left, top, width, height }, part) => ({
      key: `${index}-${part}`,
      hit,
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
