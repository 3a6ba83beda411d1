import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { searchableText, normaliseText, readPageText } from './pageText.ts'

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
