import { afterEach, expect, test, vi } from 'vitest'
import { watchVisit } from './beacon.ts'

let end = () => {}
afterEach(() => {
  end()
  vi.unstubAllGlobals()
})

/** As much of a browser as the beacon talks to. */
function openBrowser({ prerendering }: { prerendering: boolean }) {
  const page = new EventTarget()
  const told: string[] = []
  const document = { prerendering, hidden: false, referrer: '' }
  const sendBeacon = (_path: string, body: string) => told.push(JSON.parse(body).event)
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', {
    pathname: '/listings/rata-street',
    href: 'https://files.example.nz/listings/rata-street',
  })
  vi.stubGlobal('navigator', { sendBeacon })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  return { told, document, happen: (type: string) => page.dispatchEvent(new Event(type)) }
}

test('a prerendered page sends no event until it is shown', () => {
  const { told, document, happen } = openBrowser({ prerendering: true })
  end = watchVisit('list_1')
  expect(told).toEqual([])

  document.prerendering = false
  happen('prerenderingchange')
  happen('pagehide')
  expect(told).toEqual(['listing_view', 'listing_leave'])
})

test('a prerendered page that is never shown is not a visit', () => {
  const { told, happen } = openBrowser({ prerendering: true })
  end = watchVisit('list_1')
  happen('pagehide')
  end()
  expect(told).toEqual([])
})

test('opening a page sends a view at once', () => {
  const { told } = openBrowser({ prerendering: false })
  end = watchVisit('list_1')
  expect(told).toEqual(['listing_view'])
})

test('a visit that is watched already is counted once', () => {
  const { told } = openBrowser({ prerendering: false })
  end = watchVisit('list_1')
  watchVisit('list_1')()
  expect(told).toEqual(['listing_view'])
  end()
  watchVisit('list_1')()
  expect(told).toEqual(['listing_view', 'listing_leave', 'listing_view', 'listing_leave'])
})
