import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef } from 'react'
import classes from './PageStrip.module.css'
import { PageThumbnail } from './PageThumb.tsx'
import type { PageSize } from './usePdf.ts'

interface PageStripProps {
  pdf: PDFDocumentProxy
  size: PageSize
  current: number
  onGo: (page: number) => void
}

/** All pages, small. Those out of sight are empty places. */
export function PageStrip({ pdf, size, current, onGo }: PageStripProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const strip = place.current
    const thumb = strip?.querySelectorAll('button')[current - 1]
    if (!strip || !thumb) return
    strip.scrollTo({
      left: thumb.offsetLeft - (strip.clientWidth - thumb.offsetWidth) / 2,
      top: thumb.offsetTop - (strip.clientHeight - thumb.offsetHeight) / 2,
      behavior: 'instant',
    })
  }, [current])
  return (
    <nav ref={place} className={classes.strip} aria-label="Pages" data-scrolls>
      {Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
        <PageThumbnail
          key={number}
          pdf={pdf}
          number={number}
          size={size}
          isCurrent={number === current}
          onClick={() => onGo(number)}
        />
      ))}
    </nav>
  )
}
