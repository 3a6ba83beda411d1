import type { RefObject } from 'react'
import { Frame } from '../Frame.tsx'
import { Loading, Trouble } from '../Notice.tsx'
import type { Reading } from '../reading.ts'
import { explainFailure } from './explainFailure.ts'
import { PdfDocument } from './PdfDocument.tsx'
import { usePdf } from './usePdf.ts'

interface PdfReaderProps {
  reading: Reading
  onRetry: () => void
  lastPage: RefObject<number>
}

export default function PdfReader({ reading, onRetry, lastPage }: PdfReaderProps) {
  const { opened, error } = usePdf(reading.address)
  if (error !== undefined) {
    const { explanation, isFinal } = explainFailure(error)
    return (
      <Frame reading={reading}>
        <Trouble reading={reading} error={error} explanation={explanation} onRetry={isFinal ? undefined : onRetry} />
      </Frame>
    )
  }
  if (!opened)
    return (
      <Frame reading={reading}>
        <Loading />
      </Frame>
    )
  return <PdfDocument reading={reading} lastPage={lastPage} {...opened} />
}
