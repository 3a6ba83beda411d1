import { type BrowserEventName, EVENT_PATH } from '#platform/events/events.ts'
import { readVisitSource } from '#platform/events/visitSource.ts'

/** Links to call, email and share. */
const COUNTED_LINKS = 'a[href^="tel:"],a[href^="mailto:"],[data-share]'

/** The listing whose visit is being watched. */
let watchedId: string | undefined

/**
 * Reports a view of a listing, clicks on contact links, and leaving. Stores nothing in the browser. The same visit is
 * watched once, even if two parts of the page ask for it.
 */
export function watchVisit(listingId: string) {
  if (watchedId === listingId) return () => {}
  watchedId = listingId
  const { pathname } = location
  const source = readVisitSource()
  const gone = new AbortController()
  let isLooking = false
  const send = (event: BrowserEventName) =>
    navigator.sendBeacon(
      EVENT_PATH,
      JSON.stringify({ event, listingId, pathname, referrer: document.referrer, source }),
    )
  const on = (type: string, heard: (event: Event) => void) =>
    addEventListener(type, heard, { signal: gone.signal, capture: true })

  function look() {
    isLooking = true
    send('listing_view')
  }

  /** The view ends when the page is first hidden, because it may never be shown again. */
  function leave() {
    if (isLooking) send('listing_leave')
    isLooking = false
  }

  // A prerendered page may never be shown.
  if ('prerendering' in document && document.prerendering) on('prerenderingchange', look)
  else look()
  on('visibilitychange', () => document.hidden && leave())
  on('pagehide', leave)
  on('click', ({ target }) => target instanceof Element && target.closest(COUNTED_LINKS) && send('link_click'))
  return () => {
    watchedId = undefined
    gone.abort()
    leave()
  }
}
