import { IconLayoutGrid, IconSearch, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { icon } from '#ui/theme/tokens.ts'
import type { SearchMatch } from '../pdf/findMatches.ts'
import classes from '../pdf/Pdf.module.css'
import { type OpenedDocument, ReaderButton, ReaderFrame } from '../ReaderFrame.tsx'
import type { ReadingMeasure } from '../reading/readingMeasure.ts'
import { useReaderKeys } from '../useReaderKeys.ts'
import { useZoom } from '../useZoom.ts'
import { scrollToPage, useCurrentPage, useElementWidth, usePagesRead } from './pageScrolling.ts'
import { SearchBar, type SearchedPages, usePageSearch } from './SearchBar.tsx'

/** What is drawn for one page of the document. */
export interface PageView {
  number: number
  /** How wide a page is at a zoom of 1, in pixels. */
  fullWidth: number
  zoom: number
  matches: readonly SearchMatch[]
  chosenMatch: SearchMatch | undefined
}

interface PagedReaderProps {
  opened: OpenedDocument
  count: number
  /** The page to start with, and the one that is on the screen. */
  lastPage: RefObject<number>
  scrollArea: RefObject<HTMLDivElement | null>
  /** Missing while the document is being opened: nothing is searched or counted as read. */
  searched: SearchedPages | undefined
  renderPage: (view: PageView) => ReactNode
  renderStrip: (strip: { count: number; current: number; onGo: (page: number) => void }) => ReactNode
  /** Over the pages. */
  children?: ReactNode
}

const MAX_PAGE_WIDTH_PIXELS = 920
const PAGE_MARGIN_PIXELS = 8
/** The arrow keys scroll what has the focus. */
const scrollAreaProps = { tabIndex: 0, role: 'group', 'aria-label': 'Document pages', 'data-scrolls': true }
const noMatches: readonly SearchMatch[] = []

/** A document of pages, one below the other, with search, zoom, thumbnails and keys. */
export function PagedReader(props: PagedReaderProps) {
  const { opened, count, lastPage, scrollArea, searched, renderPage, renderStrip, children } = props
  const page = useCurrentPage(scrollArea)
  const { zoom, zoomIn, zoomOut, resetZoom } = useZoom(scrollArea)
  const fullWidth = Math.min(MAX_PAGE_WIDTH_PIXELS, useElementWidth(scrollArea) - 2 * PAGE_MARGIN_PIXELS)
  const isLaidOut = fullWidth > 0
  const goToPage = (number: number) => scrollToPage(scrollArea.current, number)
  const [isStripOpen, setStripOpen] = useState(() => count > 1 && window.matchMedia('(min-width: 62em)').matches)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const search = usePageSearch(searched, page, (match) => scrollToPage(scrollArea.current, match.page, match.down))
  const matches = useMemo(() => groupByPage(search.matches), [search.matches])
  useEffect(() => scrollArea.current?.focus(), [scrollArea])
  const [firstPage] = useState(() => lastPage.current)
  useLayoutEffect(() => {
    if (isLaidOut && firstPage > 1) scrollToPage(scrollArea.current, Math.min(firstPage, count))
  }, [isLaidOut, firstPage, count, scrollArea])
  useEffect(() => {
    lastPage.current = page
  }, [page, lastPage])
  const closeSearch = () => {
    setSearchOpen(false)
    search.setText('')
    scrollArea.current?.focus()
  }
  usePagesRead(opened.reading, scrollArea, searched !== undefined && isLaidOut)
  useSearchesNoted(opened.reading, search.text)
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
      {isStripOpen && renderStrip({ count, current: page, onGo: goToPage })}
      <div
        ref={scrollArea}
        className={classes.scrollArea}
        {...scrollAreaProps}
        style={{ '--page-width': `${fullWidth}px` } as CSSProperties}
      >
        <div className={classes.pages}>
          {isLaidOut &&
            Array.from({ length: count }, (_, index) => index + 1).map((number) =>
              renderPage({
                ...{ number, fullWidth, zoom },
                matches: matches.get(number) ?? noMatches,
                chosenMatch: search.chosen?.page === number ? search.chosen : undefined,
              }),
            )}
        </div>
      </div>
      {children}
    </ReaderFrame>
  )
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

/** Nobody has meant the words that were typed on the way to others. */
const SETTLED_MS = 2_000
const MIN_SEARCH_LENGTH = 2

/** Notes what was searched for, once it has not changed for a while or the search is closed. */
function useSearchesNoted(reading: ReadingMeasure | undefined, text: string) {
  const unnoted = useRef('')
  useEffect(() => {
    const note = () => {
      if (unnoted.current.trim().length >= MIN_SEARCH_LENGTH) reading?.noteSearch(unnoted.current)
      unnoted.current = ''
    }
    // Closing the search empties the field.
    if (text === '') return note()
    unnoted.current = text
    const timer = setTimeout(note, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [reading, text])
}

function groupByPage(matches: readonly SearchMatch[]) {
  const pages = new Map<number, SearchMatch[]>()
  for (const match of matches) pages.set(match.page, [...(pages.get(match.page) ?? []), match])
  return pages
}
