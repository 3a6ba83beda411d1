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
import type { SearchMatch } from './findMatches.ts'
import { findPages } from './findPages.ts'
import { findLinkedPage, type LinkTarget, OpenWebsiteDialog } from './PageLinks.tsx'
import { PageStrip } from './PageStrip.tsx'
import classes from './Pdf.module.css'
import { PdfPage } from './PdfPage.tsx'
import { SearchBar, usePdfSearch } from './SearchBar.tsx'
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
  const search = usePdfSearch(pdf, page, (match) => scrollToPage(scrollArea.current, match.page, match.down))
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

interface PageNumberProps {
  page: number
  count: number
  onGo: (page: number) => void
}

/** "Page 3 of 62"; the 3 may be typed over. */
function PageNumber({ page, count, onGo }: PageNumberProps) {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const wanted = Number(typed)
    setTyped(undefined)
    if (Number.isInteger(wanted) && wanted >= 1) onGo(Math.min(count, wanted))
  }
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      Page{' '}
      <input
        className={classes.numberField}
        style={{ width: `${String(count).length + 1.6}ch` }}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={`Page, of ${count}`}
        value={typed ?? page}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />{' '}
      of {count}
    </form>
  )
}

/** The page a quarter down the screen, or the last page at the end of the document. */
function useCurrentPage(scrollArea: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1)
  useEffect(() => {
    const element = scrollArea.current
    if (!element) return undefined
    const update = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const pages = [...findPages(element)]
      const isAtEnd = scrollTop > 0 && scrollTop >= scrollHeight - clientHeight - 2
      const passed = pages.filter(({ offsetTop }) => isAtEnd || offsetTop <= scrollTop + clientHeight / 4)
      setPage(Math.max(1, passed.length))
    }
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [scrollArea])
  return page
}

/** Scrolls to a page, or to a point of it: `down` is a part of its height. */
function scrollToPage(scrollArea: HTMLElement | null, number: number, down?: number) {
  const page = scrollArea && findPages(scrollArea)[number - 1]
  if (!scrollArea || !page) return
  const above = down === undefined ? 8 : scrollArea.clientHeight / 5
  scrollArea.scrollTo({ top: page.offsetTop + (down ?? 0) * page.offsetHeight - above, behavior: 'instant' })
}

/** How wide an element is, now and after the phone was turned. */
function useElementWidth(ref: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
