import type { ComponentType } from 'react'
import { readPageData } from '#platform/http/staticPage.ts'

/** Its props are those that the server has written into the page. */
type IslandComponent = ComponentType<never>
type LoadIsland = () => Promise<{ default: IslandComponent }>
export type HydrateIsland = (element: HTMLElement, component: IslandComponent, props: object) => Promise<void>

const SIGNS_OF_INTEREST = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'touchstart', 'dragenter'] as const

interface StaticPageOptions {
  islands: Record<string, LoadIsland>
  loadHydration: () => Promise<{ hydrateIsland: HydrateIsland }>
  /** Whether this visitor will need the interactive part, because they have used it before. */
  isExpected: boolean
}

/** Makes the islands of a static page interactive when the visitor points at one, tabs into it or scrolls to what it offers. */
export function startStaticPage({ islands, loadHydration, isExpected }: StaticPageOptions) {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { island: name = '' } = element.dataset
    const { [name]: loadComponent } = islands
    if (!loadComponent) continue
    const hydrate = async () => {
      const [{ hydrateIsland }, { default: component }] = await Promise.all([loadHydration(), loadComponent()])
      await hydrateIsland(element, component, readProps(name))
    }
    watchIsland(element, hydrate, isExpected)
  }
  showLoadingBar()
  markOtherTimeZone()
  document.documentElement.dataset.hydrated = ''
}

/** Times on a page are those of one place. A style shows which, to readers whose clock differs. */
function markOtherTimeZone() {
  const { timeZone } = document.querySelector<HTMLElement>('[data-time-zone]')?.dataset ?? {}
  const now = new Date()
  if (timeZone && now.toLocaleString('en', { timeZone }) !== now.toLocaleString('en'))
    document.documentElement.dataset.elsewhere = ''
}

/** While the next page is on its way. Back may show this page again as it was left. */
function showLoadingBar() {
  const show = (isShown: boolean) => showElement(LOADING_BAR_ID, isShown)
  addEventListener('click', (event) => {
    if (!event.defaultPrevented && isPlainClick(event) && findPageLink(event.target)) show(true)
  })
  addEventListener('pageshow', () => show(false))
}

/** A link to another page of ours, which replaces this one. */
function findPageLink(clicked: EventTarget | null) {
  const link =
    clicked instanceof Element ? clicked.closest<HTMLAnchorElement>('a[href]:not([download], [target])') : null
  return link && link.origin === location.origin && link.pathname !== location.pathname
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

function readProps(name: string) {
  const props = readPageData(document.querySelector(`script[data-props="${name}"]`)?.textContent ?? '{}')
  return { ...(typeof props === 'object' && props) }
}

function watchIsland(element: HTMLElement, hydrate: () => Promise<void>, isExpected: boolean) {
  const watching = new AbortController()
  const { signal } = watching
  /** The last click on something that is not interactive yet. It is repeated once it is. */
  let clicked: HTMLElement | undefined
  let isLoading = false

  async function load() {
    if (isLoading) return
    isLoading = true
    showFailure(false)
    try {
      await hydrate()
      watching.abort()
      if (clicked?.isConnected) clicked.click()
    } catch (error) {
      // Probably offline. The next sign of interest tries again.
      reportError(error)
      isLoading = false
      if (clicked) followOrExplain(clicked)
      clicked = undefined
    }
  }

  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button, a[aria-haspopup]') : null
    if (!target) return
    event.preventDefault()
    // React may be listening already, and must not hear of it twice.
    event.stopImmediatePropagation()
    clicked = target
    void load()
  }
  for (const type of SIGNS_OF_INTEREST)
    element.addEventListener(type, () => void load(), { signal, passive: true, capture: true })
  element.addEventListener('click', onClick, { signal, capture: true })
  // Not before the visitor scrolls: on a large screen the documents are in sight from the start.
  addEventListener('scroll', () => watchOffers(element, load, signal), { signal, once: true, passive: true })
  if (isExpected) void load()
}

/** What a visitor who scrolls to it will likely use. */
function watchOffers(element: HTMLElement, load: () => void, signal: AbortSignal) {
  const observer = new IntersectionObserver((seen) => {
    if (seen.some(({ isIntersecting }) => isIntersecting)) load()
  })
  signal.addEventListener('abort', () => observer.disconnect())
  for (const offer of element.querySelectorAll('[data-offer]')) observer.observe(offer)
}

/** A link still leads somewhere; anything else needs what could not be loaded. */
function followOrExplain(clicked: HTMLElement) {
  if (clicked instanceof HTMLAnchorElement) location.assign(clicked.href)
  else showFailure(true)
}

const showFailure = (isShown: boolean) => showElement(LOAD_FAILURE_ID, isShown)

function showElement(id: string, isShown: boolean) {
  const element = document.getElementById(id)
  if (element) element.hidden = !isShown
}

/** Elements that every static page has, hidden (HtmlDocument.tsx). */
export const LOAD_FAILURE_ID = 'load-failure'
export const LOADING_BAR_ID = 'loading-bar'
