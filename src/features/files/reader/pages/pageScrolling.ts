import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ReadingMeasure } from '../reading/readingMeasure.ts'

/** The boxes of the pages, in their order, also of those that are not drawn. */
const findPages = (scrollArea: HTMLElement) => scrollArea.querySelectorAll<HTMLElement>('[data-page]')

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

/** Tells which pages of a PDF are on the screen, now and after each scroll, zoom and turn of the phone. */
export function usePagesRead(
  reading: ReadingMeasure | undefined,
  scrollArea: RefObject<HTMLElement | null>,
  isShown: boolean,
) {
  useEffect(() => {
    const element = scrollArea.current
    if (!reading || !element || !isShown) return undefined
    const update = () => reading.showPages(pagesOnScreen(element))
    update()
    element.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => {
      element.removeEventListener('scroll', update)
      observer.disconnect()
      reading.showPages(new Map())
    }
  }, [reading, scrollArea, isShown])
}

/** How much of the height each page covers. All pages are equally wide. */
function pagesOnScreen(scrollArea: HTMLElement) {
  const { scrollTop, clientHeight } = scrollArea
  const pages = findPages(scrollArea)
  const shares = new Map<number, number>()
  for (let index = firstOnScreen(pages, scrollTop); index < pages.length; index++) {
    const page = pages[index]
    if (!page || page.offsetTop >= scrollTop + clientHeight) break
    const top = Math.max(page.offsetTop, scrollTop)
    const bottom = Math.min(page.offsetTop + page.offsetHeight, scrollTop + clientHeight)
    shares.set(index + 1, (bottom - top) / clientHeight)
  }
  return shares
}

/** By halving: a document may have a thousand pages, and this runs with each scroll. */
function firstOnScreen(pages: NodeListOf<HTMLElement>, scrollTop: number) {
  let low = 0
  let high = pages.length
  while (low < high) {
    const middle = (low + high) >> 1
    const page = pages[middle]
    if (page && page.offsetTop + page.offsetHeight <= scrollTop) low = middle + 1
    else high = middle
  }
  return low
}
