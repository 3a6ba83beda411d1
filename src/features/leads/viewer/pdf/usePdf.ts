import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'
import type { DocumentSource } from '../address.ts'
import { openPdf } from './openPdf.ts'

export interface PageSize {
  width: number
  height: number
}

interface OpenedPdf {
  pdf: PDFDocumentProxy
  /** Other pages count as large as the first until they are looked at. */
  firstSize: PageSize
}

export function usePdf(address: DocumentSource) {
  const [opened, setOpened] = useState<OpenedPdf>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let isOver = false
    const fail = (reason: unknown) => {
      if (!isOver) setError(reason ?? new Error('Nothing is known about it.'))
    }
    const opening = openPdf(address, fail)
    opening
      .then(async ({ pdf }) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!isOver) setOpened({ pdf, firstSize: { width, height } })
      })
      .catch(fail)
    return () => {
      isOver = true
      opening.then(({ close }) => close()).catch(() => {})
    }
  }, [address])
  return { opened, error }
}
