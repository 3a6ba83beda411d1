import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef } from 'react'
import { discardCanvas, drawPage } from './drawPage.ts'
import classes from './PageStrip.module.css'
import { useIsNearViewport } from './useNear.ts'
import type { PageSize } from './usePdf.ts'

interface PageThumbnailProps {
  pdf: PDFDocumentProxy
  number: number
  size: PageSize
  isCurrent: boolean
  onClick: () => void
}

const THUMBNAIL_WIDTH = 88
/** Whoever scrolls past does not want it drawn. */
const DRAW_DELAY_MS = 250
/** One after the other, behind the pages themselves. */
let drawQueue = Promise.resolve()

export function PageThumbnail({ pdf, number, size, isCurrent, onClick }: PageThumbnailProps) {
  const place = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLSpanElement>(null)
  const isNear = useIsNearViewport(place, '25%')
  useEffect(() => {
    if (!isNear) return undefined
    const end = new AbortController()
    let canvas: HTMLCanvasElement | undefined
    const draw = async () => {
      if (end.signal.aborted) return
      canvas = await drawPage(await pdf.getPage(number), THUMBNAIL_WIDTH, end.signal)
      if (end.signal.aborted) discardCanvas(canvas)
      else sheet.current?.append(canvas)
    }
    const timer = setTimeout(() => {
      drawQueue = drawQueue.then(draw).catch(() => {})
    }, DRAW_DELAY_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
      canvas?.remove()
      if (canvas) discardCanvas(canvas)
    }
  }, [pdf, number, isNear])
  return (
    <button
      ref={place}
      type="button"
      className={classes.thumb}
      aria-label={`Go to page ${number}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      <span ref={sheet} className={classes.sheet} style={{ aspectRatio: `${size.width} / ${size.height}` }} />
      {number}
    </button>
  )
}
