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
import { icon } from '#ui/theme.ts'
import { ReaderButton } from '../BarButton.tsx'
import { ReaderFrame } from '../Frame.tsx'
import type { OpenedDocument } from '../reading.ts'
import { useReaderKeys } from '../useKeys.ts'
import { useElementWidth } from '../useWidth.ts'
import { useZoom } from '../useZoom.ts'
import { OpenWebsiteDialog } from './OpenWebsiteDialog.tsx'
import { PageNumber } from './PageNumber.tsx'
import { PageStrip } from './PageStrip.tsx'
import classes from './Pdf.module.css'
import { PdfPage } from './PdfPage.tsx'
import { findLinkedPage, type LinkTarget } from './pageLinks.ts'
import type { SearchMatch } from './search/findHits.ts'
import { SearchBar } from './search/SearchBar.tsx'
import { usePdfSearch } from './search/useSearch.ts'
import { scrollToPage, useCurrentPage } from './useCurrentPage.ts'
import type { PageSize } from './usePdf.ts'

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

export function PdfPages({ reading, pdf, firstSize, lastPage }: PdfPagesProps) {
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
