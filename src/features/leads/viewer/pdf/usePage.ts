import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'

/** A page once it has been looked at. */
export function usePdfPage(pdf: PDFDocumentProxy, number: number, isWanted: boolean) {
  const [page, setPage] = useState<PDFPageProxy>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    pdf.getPage(number).then(
      (found) => {
        if (!isOver) setPage(found)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [pdf, number, isWanted])
  return page
}
