import type { RefObject } from 'react'
import { ReaderFrame } from '../Frame.tsx'
import { ReaderLoading, ReaderError } from '../Notice.tsx'
import type { OpenedDocument } from '../reading.ts'
import { explainPdfError } from './explainFailure.ts'
import { PdfPages } from './PdfDocument.tsx'
import { usePdf } from './usePdf.ts'

interface PdfReaderProps {
  reading: OpenedDocument
  onRetry: () => void
  lastPage: RefObject<number>
}

export default function PdfReader({ reading, onRetry, lastPage }: PdfReaderProps) {
  const { opened, error } = usePdf(reading.address)
  if (error !== undefined) {
    const { explanation, isFinal } = explainPdfError(error)
    return (
      <ReaderFrame reading={reading}>
        <ReaderError reading={reading} error={error} explanation={explanation} onRetry={isFinal ? undefined : onRetry} />
      </ReaderFrame>
    )
  }
  if (!opened)
    return (
      <ReaderFrame reading={reading}>
        <ReaderLoading />
      </ReaderFrame>
    )
  return <PdfPages reading={reading} lastPage={lastPage} {...opened} />
}
