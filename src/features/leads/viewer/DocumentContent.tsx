import { lazy, Suspense, useRef, useState } from 'react'
import { ReaderFrame } from './Frame.tsx'
import { ReaderLoading } from './Notice.tsx'
import { UnsupportedDocument } from './other/OtherFile.tsx'
import { ImageDocument } from './other/Picture.tsx'
import { TextDocument } from './other/TextFile.tsx'
import { VideoDocument } from './other/Video.tsx'
import type { OpenedDocument } from './reading.ts'

const PdfReader = lazy(() => import('./pdf/PdfReader.tsx'))

const IMAGE_TYPES = /^image\/(jpeg|png|webp|gif)$/

/** What a kind of document is read with. Trying again begins from nothing, on the page where it failed. */
export function DocumentContent({ reading }: { reading: OpenedDocument }) {
  const [attempt, setAttempt] = useState(1)
  const lastPage = useRef(1)
  const { contentType } = reading.document
  const content = { reading, onRetry: () => setAttempt(attempt + 1) }
  if (contentType === 'application/pdf')
    return (
      <Suspense fallback={<ReaderFrame reading={reading}>{<ReaderLoading />}</ReaderFrame>}>
        <PdfReader key={attempt} {...content} lastPage={lastPage} />
      </Suspense>
    )
  if (IMAGE_TYPES.test(contentType)) return <ImageDocument key={attempt} {...content} />
  if (contentType === 'video/mp4') return <VideoDocument key={attempt} {...content} />
  if (contentType.startsWith('text/')) return <TextDocument key={attempt} {...content} />
  return <UnsupportedDocument reading={reading} />
}
