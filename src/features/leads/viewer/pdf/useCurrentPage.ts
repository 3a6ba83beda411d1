import { type RefObject, useEffect, useState } from 'react'

const pagesIn = (place: HTMLElement) => place.querySelectorAll<HTMLElement>('[data-page]')

/** The page that has the middle of the place. */
export function useCurrentPage(place: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const look = () => {
      const middle = element.scrollTop + element.clientHeight / 2
      const begun = [...pagesIn(element)].filter(({ offsetTop }) => offsetTop <= middle)
      setPage(Math.max(1, begun.length))
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [place])
  return page
}

/** Brings a page, or a point of it, into sight. */
export function showPage(place: HTMLElement | null, number: number, down?: number) {
  const page = place && pagesIn(place)[number - 1]
  if (!place || !page) return
  const above = down === undefined ? 8 : place.clientHeight / 3
  place.scrollTo({ top: page.offsetTop + (down ?? 0) * page.offsetHeight - above, behavior: 'instant' })
}
