import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './Pdf.module.css'
import type { SearchMatch } from './search/findHits.ts'
import { type MatchBox, matchBoxes } from './search/hitBoxes.ts'
import { readPageText } from './search/pageText.ts'

interface PageTextProps {
  page: PDFPageProxy
  hits: readonly SearchMatch[]
  chosenHit?: SearchMatch
}

/** The page's words over its picture, unseen: to select, to read aloud, and to mark what was searched for. */
export function PageText({ page, hits, chosenHit }: PageTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const [spans, setSpans] = useState<readonly HTMLElement[]>([])
  const [boxes, setBoxes] = useState<readonly MatchBox[]>([])
  useEffect(() => {
    const container = place.current
    if (!container) return undefined
    let layer: TextLayer | undefined
    let isOver = false
    const write = async () => {
      const textContentSource = await readPageText(page)
      if (isOver) return
      layer = new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale: 1 }) })
      await layer.render()
      setSpans(layer.textDivs)
    }
    // Words that cannot be read leave the picture as it is.
    write().catch(() => {})
    return () => {
      isOver = true
      layer?.cancel()
      container.replaceChildren()
    }
  }, [page])
  useLayoutEffect(() => {
    if (place.current) setBoxes(matchBoxes(place.current, spans, hits))
  }, [spans, hits])
  return (
    <>
      <div className={classes.marks}>
        {boxes.map(({ key, hit, ...box }) => (
          <span key={key} className={classes.mark} data-chosen={hit === chosenHit || undefined} style={box} />
        ))}
      </div>
      <div ref={place} className={classes.text} />
    </>
  )
}
