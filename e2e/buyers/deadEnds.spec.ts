import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { lead } from '../../src/db/schema/leads.ts'
import { listing as listingTable } from '../../src/db/schema/listings.ts'
import { solveBotCheck } from '../../test/fixtures/botCheck.ts'
import { buyerCalls } from '../../test/fixtures/buyers.ts'
import { createListing, createPublishedListing } from '../../test/fixtures/listings.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { createPropertyListing } from '../support/propertyListing.ts'

const callsOf = (app: AppWithData) => buyerCalls({ app, url: app.url }, () => solveBotCheck(app.url, 'lead'))
const change = (app: AppWithData, id: string, columns: Partial<typeof listingTable.$inferInsert>) =>
  app.db.update(listingTable).set(columns).where(eq(listingTable.id, id))
const formOf = (page: Page) => page.getByRole('form', { name: 'Your details' })

test('a listing that was public says that it is gone, and leads to its agent and their other listings', async ({
  page,
  app,
}) => {
  const { agent, listing } = await createPropertyListing(app)
  const other = await createPublishedListing(app.db, { agent, title: '9 Tawa Lane' })
  const browserErrors = await collectBrowserErrors(page)
  const heading = page.getByRole('heading', { name: 'No longer available' })
  for (const [columns, reason] of [
    [{ publishedAt: null, firstPublishedAt: new Date() }, undefined],
    [{ publishedAt: new Date(), archivedAt: new Date() }, undefined],
    [{ archivedAt: null, status: 'withdrawn' }, undefined],
    [{ status: 'sold', soldOn: '2026-11-03' }, 'Sold on 3 November 2026'],
  ] as const) {
    await change(app, listing.id, columns)
    const response = await page.goto(`/listings/${listing.slug}`)
    expect(response?.status()).toBe(410)
    await expect(heading).toBeVisible()
    await expect(page.getByText('12 Rata Street')).toBeVisible()
    await expect(page.getByText(/sold/i)).toHaveText(reason ? [reason] : [])
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  }
  await expectAccessible(page)
  await expect(page.getByText('Mia Chen')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call' })).toBeVisible()
  await expect(page.getByText(/LIM report|Get the documents|Three bedrooms/)).toHaveCount(0)
  await page.getByRole('link', { name: other.title }).click()
  await expect(page.getByRole('heading', { name: other.title })).toBeVisible()
  // The browser's own line about the status of the page.
  expect(browserErrors.filter((error) => !error.includes('410'))).toEqual([])

  const draft = await createListing(app.db, { agent })
  for (const link of [draft.slug, draft.id, 'no-such-listing']) {
    expect((await page.goto(`/listings/${link}`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Listing not found' })).toBeVisible()
  }
})

test('a private link of a listing that is gone names the agent; once the details are deleted it says so', async ({
  page,
  app,
}) => {
  const { listing } = await createPropertyListing(app)
  const calls = callsOf(app)
  const { email } = await calls.submitLead(listing.id)
  const key = await calls.waitForEmailedKey(email)
  await change(app, listing.id, { status: 'sold' })
  await open(page, `/listings/${listing.slug}/open?key=${key}`)
  await expect(page.getByText('This listing is no longer available, so you can’t open its documents.')).toBeVisible()
  await expect(page.getByText('contact Mia Chen of Harbour Realty')).toBeVisible()
  await page.getByRole('button', { name: 'Delete my details' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('heading', { name: 'Your details are deleted' })).toBeVisible()
  await open(page, `/listings/${listing.slug}/open?key=${key}`)
  await expect(page.getByText('The details it belonged to have been deleted.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the listing' }).click()
  await expect(page.getByRole('heading', { name: 'No longer available' })).toBeVisible()
})

test('threat 105: details are filled in on the next listing of the same browser, until someone else says so', async ({
  page,
  app,
}) => {
  const [first, second] = [await createPropertyListing(app), await createPropertyListing(app)]
  await open(page, `/listings/${first.listing.slug}`)
  await page.getByRole('button', { name: /LIM report/ }).click()
  const form = formOf(page)
  const details = { 'First name': 'Hana', 'Last name': 'Petersen', Email: 'hana@example.nz', Phone: '021 555 0199' }
  for (const [label, value] of Object.entries(details)) await form.getByLabel(label).fill(value)
  await form.getByLabel('Note (optional)').fill('Is the roof new?')
  const stored = () => page.evaluate(() => JSON.stringify(localStorage))
  expect(await stored()).not.toContain('Hana')
  await form.getByRole('button', { name: 'Open the documents' }).click()
  await expect(page.getByRole('dialog', { name: 'LIM report' })).toBeVisible()
  await expect.poll(stored).toContain('hana@example.nz')
  expect(await stored()).not.toContain('roof')

  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await open(page, `/listings/${second.listing.slug}`)
  await page.getByRole('heading', { name: 'Property files (3)' }).hover()
  await expect(form.getByText('Filled in with what you sent last.')).toBeVisible()
  for (const [label, value] of Object.entries(details)) await expect(form.getByLabel(label)).toHaveValue(value)
  await expect(form.getByLabel('Note (optional)')).toHaveValue('')
  expect(sent.join()).not.toMatch(/Petersen|hana%40|hana@/)
  await expectAccessible(page)

  await form.getByRole('button', { name: 'Not you?' }).click()
  await expect(form.getByLabel('First name')).toBeFocused()
  for (const label of Object.keys(details)) await expect(form.getByLabel(label)).toHaveValue('')
  await expect(form.getByText('Filled in with')).toHaveCount(0)
  await expect.poll(stored).not.toContain('hana@example.nz')
  expect(await app.db.select().from(lead).where(eq(lead.listingId, second.listing.id))).toEqual([])
})

test('threat 105: details are forgotten after 180 days and when they are deleted, and storage may be blocked', async ({
  page,
  browser,
  app,
}) => {
  const { listing } = await createPropertyListing(app)
  const calls = callsOf(app)
  const { email } = await calls.submitLead(listing.id)
  const link = `/listings/${listing.slug}/open?key=${await calls.waitForEmailedKey(email)}`
  const remember = (daysAgo: number) =>
    page.evaluate((days) => {
      const sentAt = Date.now() - days * 24 * 3600_000
      const details = {
        firstName: 'Hana',
        lastName: 'Petersen',
        email: 'hana@example.nz',
        phone: '021 555 0199',
        sentAt,
      }
      localStorage.setItem('buyer-details', JSON.stringify(details))
    }, daysAgo)
  const remembered = () => page.evaluate(() => localStorage.getItem('buyer-details'))
  const form = formOf(page)

  await open(page, `/listings/${listing.slug}`)
  await remember(179)
  await open(page, `/listings/${listing.slug}`)
  await page.getByRole('heading', { name: 'Property files (3)' }).hover()
  await expect(form.getByLabel('Email')).toHaveValue('hana@example.nz')
  await remember(181)
  await open(page, `/listings/${listing.slug}`)
  await page.getByRole('heading', { name: 'Property files (3)' }).hover()
  await expect.poll(remembered).toBeNull()
  await expect(form.getByLabel('Email')).toHaveValue('')

  await remember(1)
  await open(page, link)
  await page.getByRole('heading', { name: 'Your details' }).click()
  await page.getByRole('button', { name: 'Delete my details' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('heading', { name: 'Your details are deleted' })).toBeVisible()
  expect(await remembered()).toBeNull()

  const blocked = await browser.newPage({ baseURL: app.url })
  await blocked.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Blocked', 'SecurityError')
        },
      })
  })
  await open(blocked, `/listings/${listing.slug}`)
  const details = { 'First name': 'Jo', 'Last name': 'Bell', Email: 'jo@example.nz', Phone: '021 555 0177' }
  for (const [label, value] of Object.entries(details)) await formOf(blocked).getByLabel(label).fill(value)
  await formOf(blocked).getByRole('button', { name: 'Open the documents' }).click()
  await expect(blocked.getByRole('link', { name: '3 documents' })).toBeVisible()
  await blocked.close()
})

test('under offer, buyers can still read the documents', async ({ page, app }) => {
  const { listing } = await createPropertyListing(app)
  await change(app, listing.id, { status: 'under_offer' })
  await open(page, `/listings/${listing.slug}`)
  await expect(page.getByText('Under offer. You can still read the documents.')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Your details' })).toBeVisible()
})
