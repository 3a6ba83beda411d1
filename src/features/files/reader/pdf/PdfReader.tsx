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
import { icon } from '#ui/theme/theme.ts'
import {
  type OpenedDocument,
  ReaderButton,
  ReaderError,
  ReaderFrame,
  ReaderLoading,
  useReaderKeys,
} from '../ReaderFrame.tsx'
import { useZoom } from '../useZoom.ts'
import type { SearchMatch } from './findMatches.ts'
import { explainPdfError, type PageSize, usePdf } from './openPdf.ts'
import { findLinkedPage, type LinkTarget, OpenWebsiteDialog } from './PageLinks.tsx'
import { PageStrip } from './PageStrip.tsx'
import classes from './Pdf.module.css'
import { PdfPage } from './PdfPage.tsx'
import { SearchBar, usePdfSearch } from './SearchBar.tsx'

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
        <ReaderError
          reading={reading}
          error={error}
          explanation={explanation}
          onRetry={isFinal ? undefined : onRetry}
        />
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

interface PdfPagesProps {
  reading: OpenedDocument
  pdf: PDFDocumentProxy
  firstSize: PageSize
  lastPage: RefObject<number>
}

const MAX_PAGE_WIDTH = 920
const PAGE_MARGIN = 8
/** What scrolls is reached by keyboard. */
const scrollAreaProps = { tabIndex: 0, role: 'group', 'aria-label': 'Document pages', 'data-scrolls': true }
const noMatches: readonly SearchMatch[] = []

function PdfPages({ reading, pdf, firstSize, lastPage }: PdfPagesProps) {
  const place = useRef<HTMLDivElement>(null)
  const count = pdf.numPages
  const page = useCurrentPage(place)
  const { zoom, closer, farther, reset } = useZoom(place)
  const fit = Math.max(0, Math.min(MAX_PAGE_WIDTH, useElementWidth(place) - 2 * PAGE_MARGIN))
  const go = (number: number) => scrollToPage(place.current, number)
  const [isStripOpen, setStripOpen] = useState(() => count > 1 && window.matchMedia('(min-width: 62em)').matches)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const search = usePdfSearch(pdf, page, (hit) => scrollToPage(place.current, hit.page, hit.down))
  const hits = useMemo(() => groupByPage(search.hits), [search.hits])
  useEffect(() => place.current?.focus(), [])
  const isLaidOut = fit > 0
  const [firstPage] = useState(() => lastPage.current)
  useLayoutEffect(() => {
    if (isLaidOut && firstPage > 1) scrollToPage(place.current, firstPage)
  }, [isLaidOut, firstPage])
  useEffect(() => {
    lastPage.current = page
  }, [page, lastPage])

  const closeSearch = () => {
    setSearchOpen(false)
    search.setWords('')
    place.current?.focus()
  }
  const [website, setWebsite] = useState<URL>()
  const follow = useCallback(
    (target: LinkTarget) => {
      if ('website' in target) return setWebsite(target.website)
      findLinkedPage(pdf, target, lastPage.current).then(
        (found) => {
          if (!found) return
          scrollToPage(place.current, found.page, found.down)
          // The link goes when its page is out of sight, and would take the focus with it.
          place.current?.focus({ preventScroll: true })
        },
        // A link to a page that the document does not have leads nowhere.
        () => {},
      )
    },
    [pdf, lastPage],
  )
  useReaderKeys({
    PageDown: () => go(Math.min(count, page + 1)),
    PageUp: () => go(Math.max(1, page - 1)),
    Home: () => go(1),
    End: () => go(count),
    '+': closer,
    '=': closer,
    '-': farther,
    '0': reset,
    'Ctrl+f': () => setSearchOpen(true),
  })

  return (
    <ReaderFrame
      reading={reading}
      place={count > 1 ? <PageNumber page={page} count={count} onGo={go} /> : '1 page'}
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
          <ReaderButton label="Zoom out" onClick={farther}>
            <IconZoomOut {...icon} />
          </ReaderButton>
          {count > 1 && (
            <ReaderButton label="Pages" pressed={isStripOpen} onClick={() => setStripOpen(!isStripOpen)}>
              <IconLayoutGrid {...icon} />
              Pages
            </ReaderButton>
          )}
          <ReaderButton label="Zoom in" onClick={closer}>
            <IconZoomIn {...icon} />
          </ReaderButton>
        </>
      }
    >
      {isStripOpen && <PageStrip pdf={pdf} size={firstSize} current={page} onGo={go} />}
      <div ref={place} className={classes.desk} {...scrollAreaProps} style={{ '--fit': `${fit}px` } as CSSProperties}>
        <div className={classes.pages}>
          {isLaidOut &&
            Array.from({ length: count }, (_, index) => index + 1).map((number) => (
              <PdfPage
                key={number}
                pdf={pdf}
                number={number}
                expectedSize={firstSize}
                fit={fit}
                zoom={zoom}
                hits={hits.get(number) ?? noMatches}
                chosenHit={search.chosen?.page === number ? search.chosen : undefined}
                onFollow={follow}
              />
            ))}
        </div>
      </div>
      {website && <OpenWebsiteDialog website={website} onClose={() => setWebsite(undefined)} />}
    </ReaderFrame>
  )
}

function groupByPage(hits: readonly SearchMatch[]) {
  const pages = new Map<number, SearchMatch[]>()
  for (const hit of hits) pages.set(hit.page, [...(pages.get(hit.page) ?? []), hit])
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

const findPages = (place: HTMLElement) => place.querySelectorAll<HTMLElement>('[data-page]')

/** The page that is read: the one a quarter down the place, or the last at its end. */
function useCurrentPage(place: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const look = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const pages = [...findPages(element)]
      const isAtEnd = scrollTop > 0 && scrollTop >= scrollHeight - clientHeight - 2
      const begun = pages.filter(({ offsetTop }) => isAtEnd || offsetTop <= scrollTop + clientHeight / 4)
      setPage(Math.max(1, begun.length))
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [place])
  return page
}

/** Brings a page, or a point of it, into sight. */
function scrollToPage(place: HTMLElement | null, number: number, down?: number) {
  const page = place && findPages(place)[number - 1]
  if (!place || !page) return
  const above = down === undefined ? 8 : place.clientHeight / 5
  place.scrollTo({ top: page.offsetTop + (down ?? 0) * page.offsetHeight - above, behavior: 'instant' })
}

/** How wide a place is, now and after the phone was turned. */
function useElementWidth(place: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}
