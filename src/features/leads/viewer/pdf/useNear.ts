import { type RefObject, useEffect, useState } from 'react'

/** Whether a place is in sight, or will be with the next move. */
export function useIsNearViewport(place: RefObject<HTMLElement | null>, margin = '100%') {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const root = element.closest('[data-scrolls]')
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root,
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, margin])
  return isNear
}
