import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PageView } from '../pages/PagedReader.tsx'
import { type MatchBox, matchBoxes, readPageText, type SearchMatch } from './findMatches.ts'
import { type LinkTarget, PageLinks } from './PageLinks.tsx'
import classes from './Pdf.module.css'
import { discardCanvas, drawPage, useIsNearViewport, usePdfPage } from './pageDrawing.ts'
import type { PageSize } from './usePdf.ts'

interface PdfPageProps extends PageView {
  /** Missing while it is being opened. */
  pdf: PDFDocumentProxy | undefined
  expectedSize: PageSize
  /** The URL of a picture of this page, shown until the page is drawn. */
  picture?: string
  onFollow: (target: LinkTarget) => void
}

/** A box as large as the page. It is empty unless the page is near the screen. */
export const PdfPage = memo(function PdfPage({ pdf, number, expectedSize, fullWidth, zoom, ...content }: PdfPageProps) {
  const { picture, matches, chosenMatch, onFollow } = content
  const box = useRef<HTMLElement>(null)
  const isNear = useIsNearViewport(box)
  const page = usePdfPage(pdf, number, isNear)
  const { width, height } = page?.getViewport({ scale: 1 }) ?? expectedSize
  const style = { aspectRatio: `${width} / ${height}`, '--page-scale': fullWidth / width } as CSSProperties
  return (
    <section ref={box} className={classes.page} style={style} aria-label={`Page ${number}`} data-page={number}>
      {picture && <img className={classes.picture} src={picture} alt="" />}
      {page && isNear && (
        <>
          <PageImage page={page} width={fullWidth * zoom} />
          <PageText page={page} matches={matches} chosenMatch={chosenMatch} />
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

/** Drawn again after zooming; until then the old drawing is stretched. */
function PageImage({ page, width }: PageImageProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = new AbortController()
    drawPage(page, width, end.signal).then(
      (canvas) => {
        if (end.signal.aborted) return discardCanvas(canvas)
        removeCanvases(container.current)
        container.current?.append(canvas)
      },
      // A page that cannot be drawn stays white; the others can be read.
      () => {},
    )
    return () => end.abort()
  }, [page, width])
  useEffect(() => {
    const element = container.current
    return () => {
      removeCanvases(element)
      page.cleanup()
    }
  }, [page])
  return <div ref={container} className={classes.image} aria-hidden="true" />
}

function removeCanvases(container: HTMLElement | null) {
  for (const canvas of container?.querySelectorAll('canvas') ?? []) {
    canvas.remove()
    discardCanvas(canvas)
  }
}

interface PageTextProps {
  page: PDFPageProxy
  matches: readonly SearchMatch[]
  chosenMatch?: SearchMatch
}

/** The text of a page, invisible over its drawing: to select, for screen readers, and to mark search results. */
function PageText({ page, matches, chosenMatch }: PageTextProps) {
  const textLayer = useRef<HTMLDivElement>(null)
  const [spans, setSpans] = useState<readonly HTMLElement[]>([])
  const [boxes, setBoxes] = useState<readonly MatchBox[]>([])
  useEffect(() => {
    const container = textLayer.current
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
    // The page is still visible without its text.
    write().catch(() => {})
    return () => {
      isOver = true
      layer?.cancel()
      container.replaceChildren()
    }
  }, [page])
  useLayoutEffect(() => {
    if (textLayer.current) setBoxes(matchBoxes(textLayer.current, spans, matches))
  }, [spans, matches])
  return (
    <>
      <div className={classes.marks}>
        {boxes.map(({ key, match, ...box }) => (
          <span key={key} className={classes.mark} data-chosen={match === chosenMatch || undefined} style={box} />
        ))}
      </div>
      <div ref={textLayer} className={classes.text} />
    </>
  )
}
