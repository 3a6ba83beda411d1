import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PagedReader } from '../pages/PagedReader.tsx'
import { PageStrip } from '../pages/PageStrip.tsx'
import { scrollToPage } from '../pages/pageScrolling.ts'
import { type OpenedDocument, ReaderError, ReaderFrame, ReaderLoading } from '../ReaderFrame.tsx'
import { findMatches } from './findMatches.ts'
import { findLinkedPage, type LinkTarget, OpenWebsiteDialog } from './PageLinks.tsx'
import { PdfPage } from './PdfPage.tsx'
import { explainPdfError, type PageSize, usePdf } from './usePdf.ts'

interface PdfReaderProps {
  opened: OpenedDocument
  onRetry: () => void
  lastPage: RefObject<number>
}

export default function PdfReader({ opened, onRetry, lastPage }: PdfReaderProps) {
  const { pdf, firstSize, error } = usePdf(opened.source)
  if (error !== undefined) {
    const { explanation, isFinal } = explainPdfError(error)
    return (
      <ReaderFrame opened={opened}>
        <ReaderError opened={opened} error={error} explanation={explanation} onRetry={isFinal ? undefined : onRetry} />
      </ReaderFrame>
    )
  }
  // With the picture of its first page, an unopened document already has its shape.
  const { picture, pageCount } = opened.document
  const size = firstSize ?? picture
  const count = pdf?.numPages ?? pageCount
  if (!size || !count)
    return (
      <ReaderFrame opened={opened}>
        <ReaderLoading />
      </ReaderFrame>
    )
  return <PdfPages opened={opened} pdf={pdf} firstSize={size} count={count} lastPage={lastPage} />
}

interface PdfPagesProps {
  opened: OpenedDocument
  /** Missing while it is being opened. */
  pdf: PDFDocumentProxy | undefined
  firstSize: PageSize
  count: number
  lastPage: RefObject<number>
}

function PdfPages({ opened, pdf, firstSize, count, lastPage }: PdfPagesProps) {
  const scrollArea = useRef<HTMLDivElement>(null)
  const { thumbnails, keepThumbnail } = useThumbnails()
  const searched = useMemo(
    () => pdf && { count: pdf.numPages, find: (number: number, text: string) => findMatches(pdf, number, text) },
    [pdf],
  )
  const [website, setWebsite] = useState<URL>()
  const { reading } = opened
  useEffect(() => reading?.setCovered(website !== undefined), [reading, website])
  const follow = useCallback(
    (target: LinkTarget) => {
      if ('website' in target) return setWebsite(target.website)
      if (!pdf) return
      findLinkedPage(pdf, target, lastPage.current).then(
        (found) => {
          if (!found) return
          scrollToPage(scrollArea.current, found.page, found.down)
          // The link is removed when its page is out of sight, and the focus would be lost with it.
          scrollArea.current?.focus({ preventScroll: true })
        },
        // A link to a page that the document does not have goes nowhere.
        () => {},
      )
    },
    [pdf, lastPage],
  )
  return (
    <PagedReader
      opened={opened}
      count={count}
      lastPage={lastPage}
      scrollArea={scrollArea}
      searched={searched}
      renderStrip={(strip) => <PageStrip {...strip} pdf={pdf} size={firstSize} onThumbnail={keepThumbnail} />}
      renderPage={(view) => (
        <PdfPage
          key={view.number}
          {...view}
          pdf={pdf}
          expectedSize={firstSize}
          picture={(view.number === 1 && opened.document.picture?.url) || thumbnails.get(view.number)}
          onFollow={follow}
        />
      )}
    >
      {!pdf && <ReaderLoading isOverlay />}
      {website && <OpenWebsiteDialog website={website} onClose={() => setWebsite(undefined)} />}
    </PagedReader>
  )
}

/** The thumbnails that the strip has drawn, by page: enlarged, each is shown until its page is drawn. */
function useThumbnails() {
  const [thumbnails, setThumbnails] = useState<ReadonlyMap<number, string>>(new Map())
  const keepThumbnail = useCallback(
    (number: number, url: string) => setThumbnails((others) => new Map(others).set(number, url)),
    [],
  )
  return { thumbnails, keepThumbnail }
}
