import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef } from 'react'
import { discardCanvas, drawPage } from './drawPage.ts'
import classes from './Pdf.module.css'

interface PageImageProps {
  page: PDFPageProxy
  width: number
}

/** Drawn anew when it is wanted larger; until then the old picture is stretched. */
export function PageImage({ page, width }: PageImageProps) {
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
