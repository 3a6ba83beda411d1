import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

const known = new WeakMap<PDFPageProxy, Promise<TextContent>>()

/** Read once: for the words over the page, and for the search. */
export function textOf(page: PDFPageProxy) {
  const text = known.get(page) ?? page.getTextContent()
  known.set(page, text)
  return text
}

/** A character of the searchable text, in which piece of the page it stands and where in it. */
interface Place {
  piece: number
  offset: number
}

/**
 * The words of a page in the form in which they are compared: small letters without marks, so that "kowhai" finds "Kōwhai", and
 * one space for any gap, because lines end where words do not.
 */
export function comparable(pieces: readonly { str: string; hasEOL?: boolean }[]) {
  let text = ''
  const places: Place[] = []
  const add = (characters: string, piece: number, offset: number) => {
    for (const character of characters) {
      if (character === ' ' && (text === '' || text.endsWith(' '))) continue
      text += character
      for (let unit = 0; unit < character.length; unit++) places.push({ piece, offset })
    }
  }
  pieces.forEach(({ str, hasEOL }, piece) => {
    for (let offset = 0; offset < str.length; offset++) add(plain(str[offset] ?? ''), piece, offset)
    if (hasEOL) add(' ', piece, str.length)
  })
  return { text, places }
}

export const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
