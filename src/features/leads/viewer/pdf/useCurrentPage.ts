import { type RefObject, useEffect, useState } from 'react'

const findPages = (place: HTMLElement) => place.querySelectorAll<HTMLElement>('[data-page]')

/** The page that is read: the one a quarter down the place, or the last at its end. */
export function useCurrentPage(place: RefObject<HTMLElement | null>) {
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
export function scrollToPage(place: HTMLElement | null, number: number, down?: number) {
  const page = place && findPages(place)[number - 1]
  if (!place || !page) return
  const above = down === undefined ? 8 : place.clientHeight / 5
  place.scrollTo({ top: page.offsetTop + (down ?? 0) * page.offsetHeight - above, behavior: 'instant' })
}
