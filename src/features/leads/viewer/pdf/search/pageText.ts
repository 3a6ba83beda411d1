import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

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

export const normaliseText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
