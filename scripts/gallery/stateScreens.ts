import type { Page } from '@playwright/test'
import { followAddress } from '../../e2e/support/open.ts'
import type { Screen } from './screen.ts'

const CALLS = '**/_serverFn/**'

const places = {
  Dashboard: '/portal',
  Listings: '/portal/listings',
  Leads: '/portal/leads',
  Files: '/portal/files',
  Analytics: '/portal/analytics',
  Settings: '/portal/settings',
}
/** A page to start from: the first page is rendered with its data, later ones fetch theirs. */
const elsewhere = '/portal/no-such-page'

const waiting = (place: string, path: string): Screen => ({
  name: `${place.toLowerCase()}, loading`,
  viewer: 'agent',
  path: elsewhere,
  async reach(page) {
    await page.route(CALLS, () => {})
    await followAddress(page, path)
    await page
      .getByRole('status', { name: /^Loading/ })
      .first()
      .waitFor()
  },
})

const failing = (place: string, path: string): Screen => ({
  name: `${place.toLowerCase()}, failing`,
  viewer: 'agent',
  path: elsewhere,
  async reach(page) {
    await page.route(CALLS, (route) => route.fulfill({ status: 500, json: { message: 'down' } }))
    await followAddress(page, path)
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  },
})

/** The pages about the product are static: from there, a link loads a new document. */
const hydratedPage = '/login'

const breakAbout = async (page: Page) => {
  await page.route(/\/assets\/about-[^/]+\.js/, (route) => route.abort())
  await followAddress(page, '/about')
  await page.getByRole('button', { name: 'Show Error' }).waitFor()
}

/** Loading and error states. */
export const stateScreens: Screen[] = [
  ...Object.entries(places).flatMap(([place, path]) => [waiting(place, path), failing(place, path)]),
  {
    name: 'part that does not load',
    viewer: 'visitor',
    path: hydratedPage,
    async reach(page) {
      await breakAbout(page)
      await page.getByRole('button', { name: 'Show Error' }).click()
    },
  },
  {
    name: 'last screen',
    viewer: 'visitor',
    path: hydratedPage,
    async reach(page) {
      await breakAbout(page)
      await page.route(CALLS, (route) => route.abort())
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Please try again later.').waitFor()
    },
  },
  {
    name: 'signed out meanwhile',
    viewer: 'agent',
    path: '/portal/settings',
    async reach(page) {
      await page.context().clearCookies()
      await page.getByLabel('First name').fill('Mia Rose')
      await page.getByRole('button', { name: 'Save profile' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
