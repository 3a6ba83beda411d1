import { useEffect } from 'react'
import { type BrowserEventName, EVENT_PATH } from '#platform/events/events.ts'

/** Ways to the agent, and on to friends. */
const COUNTED_LINKS = 'a[href^="tel:"],a[href^="mailto:"],[data-share]'

/** Tells the server that somebody looks at a listing, takes a way to its agent, and leaves. Keeps nothing in the browser. */
export function useBeacon(listingId: string | undefined) {
  useEffect(() => (listingId ? watchVisit(listingId) : undefined), [listingId])
}

export function watchVisit(listingId: string) {
  const { pathname } = location
  const gone = new AbortController()
  let isLooking = false
  const send = (event: BrowserEventName) =>
    navigator.sendBeacon(EVENT_PATH, JSON.stringify({ event, listingId, pathname, referrer: document.referrer }))
  const on = (type: string, heard: (event: Event) => void) =>
    addEventListener(type, heard, { signal: gone.signal, capture: true })

  function look() {
    isLooking = true
    send('listing_view')
  }

  /** The first time is the end of the look: nobody knows whether a page in the background is still wanted. */
  function leave() {
    if (isLooking) send('listing_leave')
    isLooking = false
  }

  // A page that the browser prepares ahead may never be seen.
  if ('prerendering' in document && document.prerendering) on('prerenderingchange', look)
  else look()
  on('visibilitychange', () => document.hidden && leave())
  on('pagehide', leave)
  on('click', ({ target }) => target instanceof Element && target.closest(COUNTED_LINKS) && send('link_click'))
  return () => {
    gone.abort()
    leave()
  }
}
