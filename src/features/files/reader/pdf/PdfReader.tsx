import { IconLayoutGrid, IconSearch, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { icon } from '#ui/theme/tokens.ts'
import {
  type OpenedDocument,
  ReaderButton,
  ReaderError,
  ReaderFrame,
  ReaderLoading,
  useReaderKeys,
} from '../ReaderFrame.tsx'
import { usePagesRead, useSearchesNoted } from '../reading/usePagesRead.ts'
import { useZoom } from '../useZoom.ts'
import { findMatches, type SearchMatch } from './findMatches.ts'
import { findLinkedPage, type LinkTarget, OpenWebsiteDialog } from './PageLinks.tsx'
import { PageStrip } from './PageStrip.tsx'
import classes from './Pdf.module.css'
import { PdfPage } from './PdfPage.tsx'
import { PageNumber, scrollToPage, useCurrentPage, useElementWidth } from './pageScrolling.tsx'
import { SearchBar, usePageSearch } from './SearchBar.tsx'
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

const MAX_PAGE_WIDTH_PIXELS = 920
const PAGE_MARGIN_PIXELS = 8
/** The arrow keys scroll what has the focus. */
const scrollAreaProps = { tabIndex: 0, role: 'group', 'aria-label': 'Document pages', 'data-scrolls': true }
const noMatches: readonly SearchMatch[] = []

function PdfPages({ opened, pdf, firstSize, count, lastPage }: PdfPagesProps) {
  const scrollArea = useRef<HTMLDivElement>(null)
  const page = useCurrentPage(scrollArea)
  const { zoom, zoomIn, zoomOut, resetZoom } = useZoom(scrollArea)
  const pageWidth = Math.min(MAX_PAGE_WIDTH_PIXELS, useElementWidth(scrollArea) - 2 * PAGE_MARGIN_PIXELS)
  const isLaidOut = pageWidth > 0
  const goToPage = (number: number) => scrollToPage(scrollArea.current, number)
  const [isStripOpen, setStripOpen] = useState(() => count > 1 && window.matchMedia('(min-width: 62em)').matches)
  const { thumbnails, keepThumbnail } = useThumbnails()
  const [isSearchOpen, setSearchOpen] = useState(false)
  const searched = useMemo(
    () => pdf && { count: pdf.numPages, find: (number: number, text: string) => findMatches(pdf, number, text) },
    [pdf],
  )
  const search = usePageSearch(searched, page, (match) => scrollToPage(scrollArea.current, match.page, match.down))
  const matches = useMemo(() => groupByPage(search.matches), [search.matches])
  useEffect(() => scrollArea.current?.focus(), [])
  const [firstPage] = useState(() => lastPage.current)
  useLayoutEffect(() => {
    if (isLaidOut && firstPage > 1) scrollToPage(scrollArea.current, Math.min(firstPage, count))
  }, [isLaidOut, firstPage, count])
  useEffect(() => {
    lastPage.current = page
  }, [page, lastPage])

  const closeSearch = () => {
    setSearchOpen(false)
    search.setText('')
    scrollArea.current?.focus()
  }
  const [website, setWebsite] = useState<URL>()
  const { reading } = opened
  usePagesRead(reading, scrollArea, pdf !== undefined && isLaidOut)
  useSearchesNoted(reading, search.text)
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
  useReaderKeys({
    PageDown: () => goToPage(Math.min(count, page + 1)),
    PageUp: () => goToPage(Math.max(1, page - 1)),
    Home: () => goToPage(1),
    End: () => goToPage(count),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': resetZoom,
    'Ctrl+f': () => setSearchOpen(true),
  })

  return (
    <ReaderFrame
      opened={opened}
      position={count > 1 ? <PageNumber page={page} count={count} onGo={goToPage} /> : '1 page'}
      tools={
        <ReaderButton
          label="Search"
          pressed={isSearchOpen}
          onClick={isSearchOpen ? closeSearch : () => setSearchOpen(true)}
        >
          <IconSearch {...icon} />
        </ReaderButton>
      }
      below={isSearchOpen && <SearchBar search={search} pageCount={count} onClose={closeSearch} />}
      pageTools={
        <>
          <ReaderButton label="Zoom out" onClick={zoomOut}>
            <IconZoomOut {...icon} />
          </ReaderButton>
          {count > 1 && (
            <ReaderButton label="Pages" pressed={isStripOpen} onClick={() => setStripOpen(!isStripOpen)}>
              <IconLayoutGrid {...icon} />
              Pages
            </ReaderButton>
          )}
          <ReaderButton label="Zoom in" onClick={zoomIn}>
            <IconZoomIn {...icon} />
          </ReaderButton>
        </>
      }
    >
      {isStripOpen && (
        <PageStrip
          pdf={pdf}
          size={firstSize}
          count={count}
          current={page}
          onGo={goToPage}
          onThumbnail={keepThumbnail}
        />
      )}
      <div
        ref={scrollArea}
        className={classes.scrollArea}
        {...scrollAreaProps}
        style={{ '--page-width': `${pageWidth}px` } as CSSProperties}
      >
        <div className={classes.pages}>
          {isLaidOut &&
            Array.from({ length: count }, (_, index) => index + 1).map((number) => (
              <PdfPage
                key={number}
                pdf={pdf}
                number={number}
                expectedSize={firstSize}
                fullWidth={pageWidth}
                zoom={zoom}
                picture={(number === 1 && opened.document.picture?.url) || thumbnails.get(number)}
                matches={matches.get(number) ?? noMatches}
                chosenMatch={search.chosen?.page === number ? search.chosen : undefined}
                onFollow={follow}
              />
            ))}
        </div>
      </div>
      {!pdf && <ReaderLoading isOverlay />}
      {website && <OpenWebsiteDialog website={website} onClose={() => setWebsite(undefined)} />}
    </ReaderFrame>
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

function groupByPage(matches: readonly SearchMatch[]) {
  const pages = new Map<number, SearchMatch[]>()
  for (const match of matches) pages.set(match.page, [...(pages.get(match.page) ?? []), match])
  return pages
}
