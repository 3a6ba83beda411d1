import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import classes from '../pdf/Pdf.module.css'
import { findPages } from './findPages.ts'

interface PageNumberProps {
  page: number
  count: number
  onGo: (page: number) => void
}

/** "Page 3 of 62"; the 3 may be typed over. */
export function PageNumber({ page, count, onGo }: PageNumberProps) {
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
export function useCurrentPage(scrollArea: RefObject<HTMLElement | null>) {
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
export function scrollToPage(scrollArea: HTMLElement | null, number: number, down?: number) {
  const page = scrollArea && findPages(scrollArea)[number - 1]
  if (!scrollArea || !page) return
  const above = down === undefined ? 8 : scrollArea.clientHeight / 5
  scrollArea.scrollTo({ top: page.offsetTop + (down ?? 0) * page.offsetHeight - above, behavior: 'instant' })
}

/** How wide an element is, now and after the phone was turned. */
export function useElementWidth(ref: RefObject<HTMLElement | null>) {
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
