import { IconLayoutGrid, IconSearch, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { icon } from '#ui/theme/tokens.ts'
import { findTextMatches, type SearchMatch } from '../pdf/findMatches.ts'
import { PageStrip } from '../pdf/PageStrip.tsx'
import classes from '../pdf/Pdf.module.css'
import { useIsNearViewport } from '../pdf/pageDrawing.ts'
import { PageNumber, scrollToPage, useCurrentPage, useElementWidth } from '../pdf/pageScrolling.tsx'
import { SearchBar, usePageSearch } from '../pdf/SearchBar.tsx'
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
import { createPagePictures, type PagePictures } from './pagePictures.ts'

/** What is known about the pages before they are loaded. */
export interface ViewOnlyPages {
  count: number
  /** Of the first page, if the server knows. */
  width: number | null
  height: number | null
}

interface PictureReaderProps {
  opened: OpenedDocument
  /** Missing until the server has answered. */
  pages: ViewOnlyPages | undefined
  onRetry: () => void
  lastPage: RefObject<number>
}

/** Shows a document that is view only: the server draws its pages, and sends their text for the search. */
export default function PictureReader({ opened, pages, onRetry, lastPage }: PictureReaderProps) {
  const { source } = opened
  const [error, setError] = useState<unknown>()
  const [pictures] = useState(() => createPagePictures(source, setError))
  useEffect(() => {
    pictures.open()
    source.current().catch(setError)
    return pictures.close
  }, [source, pictures])
  if (error !== undefined)
    return (
      <ReaderFrame opened={opened}>
        <ReaderError opened={opened} error={error} onRetry={onRetry} />
      </ReaderFrame>
    )
  if (!pages)
    return (
      <ReaderFrame opened={opened}>
        <ReaderLoading />
      </ReaderFrame>
    )
  return <Pictures opened={opened} pictures={pictures} pages={pages} lastPage={lastPage} />
}

const A4 = { width: 595, height: 842 }
const MAX_PAGE_WIDTH_PIXELS = 920
const PAGE_MARGIN_PIXELS = 8
const scrollAreaProps = { tabIndex: 0, role: 'group', 'aria-label': 'Document pages', 'data-scrolls': true }

interface PicturesProps {
  opened: OpenedDocument
  pictures: PagePictures
  pages: ViewOnlyPages
  lastPage: RefObject<number>
}

function Pictures({ opened, pictures, pages, lastPage }: PicturesProps) {
  const { count } = pages
  const size = pages.width && pages.height ? { width: pages.width, height: pages.height } : A4
  const scrollArea = useRef<HTMLDivElement>(null)
  const page = useCurrentPage(scrollArea)
  const { zoom, zoomIn, zoomOut, resetZoom } = useZoom(scrollArea)
  const pageWidth = Math.min(MAX_PAGE_WIDTH_PIXELS, useElementWidth(scrollArea) - 2 * PAGE_MARGIN_PIXELS)
  const isLaidOut = pageWidth > 0
  const goToPage = (number: number) => scrollToPage(scrollArea.current, number)
  const [isStripOpen, setStripOpen] = useState(() => count > 1 && window.matchMedia('(min-width: 62em)').matches)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const searched = useMemo(
    () => ({
      count,
      find: async (number: number, text: string) => findTextMatches(number, await pictures.readText(number), text),
    }),
    [count, pictures],
  )
  const show = (match: SearchMatch) => scrollToPage(scrollArea.current, match.page, match.down)
  const search = usePageSearch(searched, page, show)
  useEffect(() => scrollArea.current?.focus(), [])
  const [firstPage] = useState(() => lastPage.current)
  useLayoutEffect(() => {
    if (isLaidOut && firstPage > 1) scrollToPage(scrollArea.current, firstPage)
  }, [isLaidOut, firstPage])
  useEffect(() => {
    lastPage.current = page
  }, [page, lastPage])
  const closeSearch = () => {
    setSearchOpen(false)
    search.setText('')
    scrollArea.current?.focus()
  }
  usePagesRead(opened.reading, scrollArea, isLaidOut)
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
      opened={{ ...opened, opensInNewTab: false }}
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
        <PageStrip findPicture={pictures.findThumbnail} size={size} count={count} current={page} onGo={goToPage} />
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
              <PicturePage
                key={number}
                pictures={pictures}
                number={number}
                expectedSize={size}
                width={pageWidth * zoom}
                isFound={search.chosen?.page === number}
              />
            ))}
        </div>
      </div>
    </ReaderFrame>
  )
}

interface PicturePageProps {
  pictures: PagePictures
  number: number
  expectedSize: { width: number; height: number }
  /** On the screen, in CSS pixels. */
  width: number
  isFound: boolean
}

/** A box as large as the page. It is empty unless the page is near the screen. */
function PicturePage({ pictures, number, expectedSize, width, isFound }: PicturePageProps) {
  const box = useRef<HTMLElement>(null)
  const isNear = useIsNearViewport(box)
  const [picture, setPicture] = useState<{ url: string; drawnFor: number }>()
  const [hasFailed, setFailed] = useState(false)
  const [size, setSize] = useState(expectedSize)
  useEffect(() => {
    if (!isNear) return undefined
    let isOver = false
    pictures.find(number, width).then(
      (url) => !isOver && setPicture({ url, drawnFor: width }),
      () => !isOver && setFailed(true),
    )
    return () => {
      isOver = true
    }
  }, [pictures, number, width, isNear])
  return (
    <section
      ref={box}
      className={classes.page}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      aria-label={`Page ${number}`}
      data-page={number}
      data-found={isFound || undefined}
    >
      {picture && isNear && (
        <img
          className={classes.picture}
          src={picture.url}
          alt={`Page ${number}`}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
        />
      )}
      {hasFailed && !picture && (
        <p className={classes.pageError}>We can’t show this page. Please ask the agent for it.</p>
      )}
    </section>
  )
}
