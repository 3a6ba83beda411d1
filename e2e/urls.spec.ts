import type { Page } from '@playwright/test'
import { createListing, createPublishedListing } from '../test/fixtures/listings.ts'
import { isLong } from '../test/support/longRun.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/app.ts'
import { openCheckout } from './support/billing.ts'
import { collectBrowserErrors } from './support/browserErrors.ts'
import { open } from './support/open.ts'
import { filledActions } from './support/primaryActions.ts'
import { signIn } from './support/signIn.ts'

/** The pages of a group have one browser, which keeps the scripts that they share. */
const groups = {
  'marketing pages': {
    '/': 'Property Files Made Easy for Agents & Buyers',
    '/about': 'About · Property Files',
    '/features': 'Features · Property Files',
    '/pricing': 'Pricing · Property Files',
    '/help': 'Help · Property Files',
    '/privacy-policy': 'Privacy policy · Property Files',
    '/terms': 'Terms of service · Property Files',
    '/get-started': 'Start your free trial · Property Files',
  },
  'pages to sign in': {
    '/login': 'Sign in · Property Files',
    '/reset-password': 'Reset your password · Property Files',
    '/reset-password/a-token': 'Set a new password · Property Files',
  },
  'lists of the portal': {
    '/portal/listings': 'Listings · Manage Property Files',
    '/portal/leads': 'Leads · Manage Property Files',
    '/portal/people': 'People · Manage Property Files',
    '/portal/files': 'Files · Manage Property Files',
  },
  'other pages of the portal': {
    '/portal': 'Manage Property Files',
    '/portal/listings/new': 'New listing · Manage Property Files',
    '/portal/analytics': 'Analytics · Manage Property Files',
    '/portal/settings': 'Settings · Manage Property Files',
  },
}
/** On a phone they only have the parts of other pages, which axe checks there. */
const TEXT_PAGES = ['/about', '/features', '/help', '/privacy-policy', '/terms', '/reset-password/a-token']
/** More would take the browser longer than their content: vite.config.ts puts what pages share together. */
const MAX_SCRIPTS = 60
const pathsIn = (group: object) => Object.keys(group)
const portalPaths = Object.values(groups)
  .flatMap(pathsIn)
  .filter((path) => path.startsWith('/portal'))

for (const [name, titles] of Object.entries(groups))
  test(`the ${name} open and are accessible on a phone and a laptop`, async ({ page, context, app }) => {
    if (pathsIn(titles).some((path) => path.startsWith('/portal'))) await signIn(context, app)
    const browserErrors = await collectBrowserErrors(page)
    for (const [path, title] of Object.entries(titles))
      await test.step(path, async () => {
        await expectGoodPage(page, path, title, { both: isLong || !TEXT_PAGES.includes(path) })
        expect(browserErrors).toEqual([])
      })
  })

test('a slash at the end of a portal address opens the same page', async ({ context, app }) => {
  await signIn(context, app)
  const answer = await context.request.get('/portal/', { maxRedirects: 0 })
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toContain('<title>Manage Property Files</title>')
})

test('/thank-you opens for a checkout and is accessible on a phone and a laptop', async ({ page, app }) => {
  const browserErrors = await collectBrowserErrors(page)
  await expectGoodPage(page, `/thank-you/${await openCheckout(app)}`, 'Thank you · Property Files')
  expect(browserErrors).toEqual([])
})

test('every portal page redirects a signed-out visitor to sign-in', async ({ request }) => {
  const others = [
    '/portal/',
    '/portal/no-such-page',
    '/portal/exports/exp_1',
    '/portal/analytics?listingId=list_1&leadId=a%26b',
  ]
  for (const url of [...portalPaths, ...others]) {
    const answer = await request.get(url, { maxRedirects: 0 })
    expect(answer.status(), url).toBe(302)
    expect(answer.headers().location).toBe(`/login?${new URLSearchParams({ from: url })}`)
    expect(await answer.text()).toBe('')
  }
})

test('a published listing opens by its id and by its slug', async ({ page, request, app }) => {
  const { id, slug, title, subtitle } = await createPublishedListing(app.db)

  expect((await request.get(`/listings/${id}`)).status()).toBe(200)
  const browserErrors = await collectBrowserErrors(page)
  await expectGoodPage(page, `/listings/${slug}`, `${title} · Property Files`)
  expect(browserErrors).toEqual([])
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', subtitle)
})

test('to the public a draft responds 404, and an archived listing 410', async ({ request, app }) => {
  const draft = await createListing(app.db)
  const archived = await createPublishedListing(app.db, { archivedAt: new Date() })

  const statuses = await Promise.all(
    [draft, archived].map(async ({ id }) => (await request.get(`/listings/${id}`)).status()),
  )
  expect(statuses).toEqual([404, 410])
})

test('analytics keeps valid filters in the URL and ignores invalid ones', async ({ page, context, app }) => {
  await signIn(context, app)
  const missing: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 404 && answer.url().includes('/_serverFn/')) missing.push(answer.url())
  })
  await open(page, '/portal/analytics?listingId=list_1')
  await expect(page.getByRole('heading', { name: 'Listing not found' })).toBeVisible()
  expect(missing).toHaveLength(1)
  await open(page, '/portal/analytics?listingId=list_1&leadId=lead_1')
  await expect(page).toHaveURL(/\?listingId=list_1&leadId=lead_1$/)

  await open(page, '/portal/analytics?listingId=[1]&leadId=5')
  await expect(page).toHaveURL(/\/portal\/analytics$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
})

async function expectGoodPage(page: Page, path: string, title: string, { both = true } = {}) {
  const answer = await open(page, path)
  expect(answer?.status()).toBe(200)
  expect(answer?.request().redirectedFrom()).toBeNull()
  await expect(page).toHaveTitle(title)
  await expect(page.locator('h1')).toHaveCount(1)
  expect((await filledActions(page)).length).toBeLessThanOrEqual(1)
  expect(await countScripts(page)).toBeLessThanOrEqual(MAX_SCRIPTS)
  await expectAccessible(page, { both, dark: true })
}

const countScripts = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length)
