import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import type { Stage } from './stage.ts'

const page = (path: string, name = path.slice(1) || 'home'): Screen => ({ name, viewer: 'visitor', path })
const listing = ({ listing: { slug } }: Stage) => `/listings/${slug}`
const vendor = ({ vendorKey }: Stage) => `/vendor?key=${vendorKey}`
/** Of pages that follow the device. */
const atNight = (page: Page) => page.emulateMedia({ colorScheme: 'dark' })
const openDocument = async (page: Page) => {
  await page.getByRole('button', { name: /LIM report/ }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

export const publicScreens: Screen[] = [
  page('/'),
  page('/features'),
  page('/pricing'),
  page('/about'),
  page('/help'),
  page('/privacy-policy'),
  page('/terms'),
  {
    ...page('/', 'home, menu'),
    only: [390],
    reach: (page) => page.getByRole('button', { name: 'Open the menu' }).click(),
  },
  page('/get-started'),
  page('/login'),
  {
    ...page('/login', 'login, wrong password'),
    async reach(page) {
      await page.getByLabel('Email').fill('mia@example.nz')
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  page('/reset-password'),
  page('/reset-password/a-token', 'reset-password, from the mail'),
  { ...page('', 'thank-you, waiting'), path: ({ checkoutId }) => `/thank-you/${checkoutId}` },
  page('/thank-you/cs_unknown', 'thank-you, unknown checkout'),

  { name: 'listing', viewer: 'visitor', path: listing },
  {
    name: 'listing, photos',
    viewer: 'visitor',
    path: listing,
    reach: (page) => page.getByRole('link', { name: /photo/i }).first().click(),
  },
  {
    name: 'listing, form',
    viewer: 'visitor',
    path: listing,
    only: [390, 768],
    reach: (page) => page.getByRole('button', { name: 'Get the documents — free' }).click(),
  },
  { name: 'listing, unlocked', viewer: 'buyer', path: listing },
  { name: 'listing, reading', viewer: 'buyer', path: listing, reach: openDocument },
  {
    name: 'listing, searching in a document',
    viewer: 'buyer',
    path: listing,
    async reach(page) {
      await openDocument(page)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.keyboard.type('LIM')
    },
  },
  {
    name: 'listing, private link',
    viewer: 'visitor',
    path: ({ listing: { slug }, linkKey }) => `/listings/${slug}/open?key=${linkKey}`,
  },
  {
    name: 'listing, private link that is wrong',
    viewer: 'visitor',
    path: ({ listing: { slug } }) => `/listings/${slug}/open?key=no`,
  },
  { name: 'listing, preview of a draft', viewer: 'agent', path: ({ draft }) => `/listings/${draft.id}?preview=true` },
  { name: 'listing, no longer available', viewer: 'visitor', path: ({ sold }) => `/listings/${sold.slug}` },
  { name: 'vendor page', viewer: 'visitor', path: vendor },
  { name: 'vendor page, dark', viewer: 'visitor', path: vendor, reach: atNight },
  page('/listings/missing', 'listing, not found'),
  page('/no-such-page', 'not found'),
]
