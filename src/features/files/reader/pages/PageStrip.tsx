import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { discardCanvas, drawPage, useIsNearViewport } from '../pdf/pageDrawing.ts'
import type { PageSize } from '../pdf/usePdf.ts'
import classes from './PageStrip.module.css'

interface PageStripProps {
  pdf?: PDFDocumentProxy
  /** For pages that the server draws. */
  findPicture?: (page: number) => Promise<string>
  size: PageSize
  count: number
  current: number
  onGo: (page: number) => void
  /** Receives the URL of each thumbnail. */
  onThumbnail?: (page: number, url: string) => void
}

/** Thumbnails of all pages. Those out of sight are not drawn. */
export function PageStrip({ pdf, findPicture, size, count, current, onGo, onThumbnail }: PageStripProps) {
  const container = useRef<HTMLElement>(null)
  useEffect(() => {
    const strip = container.current
    const thumb = strip?.querySelectorAll('button')[current - 1]
    if (!strip || !thumb) return
    strip.scrollTo({
      left: thumb.offsetLeft - (strip.clientWidth - thumb.offsetWidth) / 2,
      top: thumb.offsetTop - (strip.clientHeight - thumb.offsetHeight) / 2,
      behavior: 'instant',
    })
  }, [current])
  return (
    <nav ref={container} className={classes.strip} aria-label="Pages" data-scrolls>
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <PageThumbnail
          key={number}
          pdf={pdf}
          findPicture={findPicture}
          number={number}
          size={size}
          isCurrent={number === current}
          onClick={() => onGo(number)}
          onDrawn={onThumbnail}
        />
      ))}
    </nav>
  )
}

interface PageThumbnailProps extends Pick<PageStripProps, 'pdf' | 'findPicture'> {
  number: number
  size: PageSize
  isCurrent: boolean
  onClick: () => void
  onDrawn: PageStripProps['onThumbnail']
}

const THUMBNAIL_WIDTH_PIXELS = 88
/** A few kilobytes each. */
const THUMBNAIL_QUALITY = 0.7
/** Pages that are only scrolled past are not drawn. */
const DRAW_DELAY_MS = 250
/** One after the other, behind the pages themselves. */
let drawQueue = Promise.resolve()

function PageThumbnail({ pdf, findPicture, number, size, isCurrent, onClick, onDrawn }: PageThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLSpanElement>(null)
  const isNear = useIsNearViewport(button, '25%')
  const picture = useThumbnailPicture(findPicture, number, isNear)
  useEffect(() => {
    if (!pdf || !isNear) return undefined
    const end = new AbortController()
    let canvas: HTMLCanvasElement | undefined
    const draw = async () => {
      if (end.signal.aborted) return
      canvas = await drawPage(await pdf.getPage(number), THUMBNAIL_WIDTH_PIXELS, end.signal)
      if (end.signal.aborted) return discardCanvas(canvas)
      sheet.current?.append(canvas)
      onDrawn?.(number, canvas.toDataURL('image/webp', THUMBNAIL_QUALITY))
    }
    const timer = setTimeout(() => {
      drawQueue = drawQueue.then(draw).catch(() => {})
    }, DRAW_DELAY_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
      canvas?.remove()
      if (canvas) discardCanvas(canvas)
    }
  }, [pdf, number, isNear, onDrawn])
  return (
    <button
      ref={button}
      type="button"
      className={classes.thumb}
      aria-label={`Go to page ${number}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      <span ref={sheet} className={classes.sheet} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {picture && <img className={classes.picture} src={picture} alt="" />}
      </span>
      {number}
    </button>
  )
}

/** Once it is near, and not if it is only scrolled past. */
function useThumbnailPicture(findPicture: PageStripProps['findPicture'], number: number, isNear: boolean) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    if (!findPicture || !isNear || picture) return undefined
    let isOver = false
    const find = async () => {
      const found = isOver ? undefined : await findPicture(number)
      if (!isOver) setPicture(found)
    }
    const timer = setTimeout(() => {
      drawQueue = drawQueue.then(find).catch(() => {})
    }, DRAW_DELAY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [findPicture, number, isNear, picture])
  return picture
}
