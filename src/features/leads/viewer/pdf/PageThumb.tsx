import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef } from 'react'
import { discard, drawPage } from './drawPage.ts'
import classes from './PageStrip.module.css'
import { useNear } from './useNear.ts'
import type { PageSize } from './usePdf.ts'

interface PageThumbProps {
  pdf: PDFDocumentProxy
  number: number
  size: PageSize
  isCurrent: boolean
  onClick: () => void
}

const WIDTH = 88
/** Whoever scrolls past does not want it drawn. */
const PAUSE = 250
/** One after the other, behind the pages themselves. */
let turn = Promise.resolve()

export function PageThumb({ pdf, number, size, isCurrent, onClick }: PageThumbProps) {
  const place = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLSpanElement>(null)
  const isNear = useNear(place, '25%')
  useEffect(() => {
    if (!isNear) return undefined
    const end = new AbortController()
    let canvas: HTMLCanvasElement | undefined
    const draw = async () => {
      if (end.signal.aborted) return
      canvas = await drawPage(await pdf.getPage(number), WIDTH, end.signal)
      if (end.signal.aborted) discard(canvas)
      else sheet.current?.append(canvas)
    }
    const timer = setTimeout(() => {
      turn = turn.then(draw).catch(() => {})
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      end.abort()
      canvas?.remove()
      if (canvas) discard(canvas)
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
