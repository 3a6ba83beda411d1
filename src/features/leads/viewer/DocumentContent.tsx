import { lazy, Suspense, useRef, useState } from 'react'
import { Frame } from './Frame.tsx'
import { Loading } from './Notice.tsx'
import { OtherFile } from './other/OtherFile.tsx'
import { Picture } from './other/Picture.tsx'
import { TextFile } from './other/TextFile.tsx'
import { Video } from './other/Video.tsx'
import type { Reading } from './reading.ts'

const PdfReader = lazy(() => import('./pdf/PdfReader.tsx'))

const PICTURES = /^image\/(jpeg|png|webp|gif)$/

/** What a kind of document is read with. Trying again begins from nothing, on the page where it failed. */
export function DocumentContent({ reading }: { reading: Reading }) {
  const [attempt, setAttempt] = useState(1)
  const lastPage = useRef(1)
  const { contentType } = reading.document
  const content = { reading, onRetry: () => setAttempt(attempt + 1) }
  if (contentType === 'application/pdf')
    return (
      <Suspense fallback={<Frame reading={reading}>{<Loading />}</Frame>}>
        <PdfReader key={attempt} {...content} lastPage={lastPage} />
      </Suspense>
    )
  if (PICTURES.test(contentType)) return <Picture key={attempt} {...content} />
  if (contentType === 'video/mp4') return <Video key={attempt} {...content} />
  if (contentType.startsWith('text/')) return <TextFile key={attempt} {...content} />
  return <OtherFile reading={reading} />
}
