import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CSSProperties, memo, useRef } from 'react'
import { PageImage } from './PageImage.tsx'
import { PageLinks } from './PageLinks.tsx'
import { PageText } from './PageText.tsx'
import classes from './Pdf.module.css'
import type { LinkTarget } from './pageLinks.ts'
import type { SearchMatch } from './search/findHits.ts'
import { useIsNearViewport } from './useNear.ts'
import { usePdfPage } from './usePage.ts'
import type { PageSize } from './usePdf.ts'

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
