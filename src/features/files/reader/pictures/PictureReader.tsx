import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { PagedReader } from '../pages/PagedReader.tsx'
import { PageStrip } from '../pages/PageStrip.tsx'
import { findTextMatches } from '../pdf/findMatches.ts'
import classes from '../pdf/Pdf.module.css'
import { useIsNearViewport } from '../pdf/pageDrawing.ts'
import reader from '../Reader.module.css'
import { type OpenedDocument, ReaderError, ReaderFrame, ReaderLoading } from '../ReaderFrame.tsx'
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
  const searched = useMemo(
    () => ({
      count,
      find: async (number: number, text: string) => findTextMatches(number, await pictures.readText(number), text),
    }),
    [count, pictures],
  )
  return (
    <PagedReader
      opened={{ ...opened, opensInNewTab: false }}
      count={count}
      lastPage={lastPage}
      scrollArea={scrollArea}
      searched={searched}
      renderStrip={(strip) => <PageStrip {...strip} findPicture={pictures.findThumbnail} size={size} />}
      renderPage={({ number, fullWidth, zoom, chosenMatch }) => (
        <PicturePage
          key={number}
          pictures={pictures}
          number={number}
          expectedSize={size}
          width={fullWidth * zoom}
          isFound={chosenMatch !== undefined}
        />
      )}
    />
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
  const [attempt, setAttempt] = useState(1)
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
  }, [pictures, number, width, isNear, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
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
      {isNear && !picture && !hasFailed && <p className={classes.pageNotice}>Loading page {number}</p>}
      {hasFailed && !picture && (
        <div className={classes.pageNotice}>
          <div className={classes.pageFailure}>
            <p>We couldn’t load page {number}. If it still fails, ask the agent for it.</p>
            <button type="button" className={reader.secondary} onClick={retry}>
              Try again
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
