import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type MatchBox, matchBoxes, readPageText, type SearchMatch } from './findMatches.ts'
import type { PageSize } from './openPdf.ts'
import { type LinkTarget, PageLinks } from './PageLinks.tsx'
import classes from './Pdf.module.css'
import { discardCanvas, drawPage, useIsNearViewport, usePdfPage } from './pageDrawing.ts'

interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  expectedSize: PageSize
  /** How wide a page is while nobody has zoomed. */
  fit: number
  zoom: number
  hits: readonly SearchMatch[]
  chosenHit?: SearchMatch
  onFollow: (target: LinkTarget) => void
}

/** A place as large as the page; what is on it is there only while it is near. */
export const PdfPage = memo(function PdfPage({ pdf, number, expectedSize, fit, zoom, ...content }: PdfPageProps) {
  const { hits, chosenHit, onFollow } = content
  const place = useRef<HTMLElement>(null)
  const isNear = useIsNearViewport(place)
  const page = usePdfPage(pdf, number, isNear)
  const { width, height } = page?.getViewport({ scale: 1 }) ?? expectedSize
  const style = { aspectRatio: `${width} / ${height}`, '--page-scale': fit / width } as CSSProperties
  return (
    <section ref={place} className={classes.page} style={style} aria-label={`Page ${number}`} data-page={number}>
      {page && isNear && (
        <>
          <PageImage page={page} width={fit * zoom} />
          <PageText page={page} hits={hits} chosenHit={chosenHit} />
          <PageLinks page={page} onFollow={onFollow} />
        </>
      )}
    </section>
  )
})

interface PageImageProps {
  page: PDFPageProxy
  width: number
}

/** Drawn anew when it is wanted larger; until then the old picture is stretched. */
function PageImage({ page, width }: PageImageProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = new AbortController()
    drawPage(page, width, end.signal).then(
      (canvas) => {
        if (end.signal.aborted) return discardCanvas(canvas)
        removeCanvases(place.current)
        place.current?.append(canvas)
      },
      // A page that cannot be drawn stays white; its neighbours can be read.
      () => {},
    )
    return () => end.abort()
  }, [page, width])
  useEffect(() => {
    const element = place.current
    return () => {
      removeCanvases(element)
      page.cleanup()
    }
  }, [page])
  return <div ref={place} className={classes.image} aria-hidden="true" />
}

function removeCanvases(place: HTMLElement | null) {
  for (const canvas of place?.querySelectorAll('canvas') ?? []) {
    canvas.remove()
    discardCanvas(canvas)
  }
}

interface PageTextProps {
  page: PDFPageProxy
  hits: readonly SearchMatch[]
  chosenHit?: SearchMatch
}

/** The page's words over its picture, unseen: to select, to read aloud, and to mark what was searched for. */
function PageText({ page, hits, chosenHit }: PageTextProps) {
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
