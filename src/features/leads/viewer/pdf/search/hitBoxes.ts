import type { SearchMatch } from './findHits.ts'

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
