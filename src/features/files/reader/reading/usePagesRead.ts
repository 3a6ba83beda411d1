import { type RefObject, useEffect, useRef } from 'react'
import { findPages } from '../pages/findPages.ts'
import type { ReadingMeasure } from './readingMeasure.ts'

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

/** Nobody has meant the words that were typed on the way to others. */
const SETTLED_MS = 2_000
const MIN_SEARCH_LENGTH = 2

/** Notes what was searched for, once it has not changed for a while or the search is closed. */
export function useSearchesNoted(reading: ReadingMeasure | undefined, text: string) {
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
