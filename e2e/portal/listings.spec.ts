import { eq } from 'drizzle-orm'
import { listing } from '../../src/db/schema/listings.ts'
import { callsWithCookie, createAgent } from '../../test/fixtures/agents.ts'
import { createDraftThroughApp } from '../../test/fixtures/listings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open, reopen } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'

/** Accessibility checks of several states take a while on a busy computer. */
test.describe.configure({ timeout: 180_000 })

test('a new agent sees how to create the first listing', async ({ context, app }) => {
  const { page } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/listings')
  await expect(page.getByRole('heading', { name: 'No listings yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create a listing' }).click()
  await expect(page).toHaveURL(/\/portal\/listings\/new$/)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  expect(browserErrors).toEqual([])
})

test('an agent searches, filters and sorts listings, and the URL keeps the choice', async ({ context, app }) => {
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const browserErrors = await collectBrowserErrors(page)
  const villa = await createDraftThroughApp(app.url, cookie, { title: 'Villa by the sea', subtitle: '4 bed · 2 bath' })
  const sold = await createDraftThroughApp(app.url, cookie, { title: 'Sold cottage' })
  await createDraftThroughApp(app.url, cookie, { title: 'Apartment in town', subtitle: '1 bed' })
  await callsWithCookie(app.url, cookie).post('publishListing', { id: villa.id })
  await callsWithCookie(app.url, cookie).post('archiveListing', { id: sold.id })
  await open(page, '/portal/listings')
  const titles = page.getByRole('listitem').getByRole('heading')
  const filter = page.getByRole('navigation', { name: 'Filter by status' })

  await expect(titles).toHaveText(['Villa by the sea', 'Apartment in town'])
  await expect(filter.getByRole('link')).toHaveText(['All2', 'Draft1', 'Published1', 'Archived1'])
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title, A to Z')
  await expect(titles).toHaveText(['Apartment in town', 'Villa by the sea'])
  await filter.getByRole('link', { name: 'Archived' }).click()
  await expect(titles).toHaveText(['Sold cottage'])
  await expect(page).toHaveURL(/state=archived/)
  await filter.getByRole('link', { name: 'All' }).click()
  await page.getByRole('searchbox', { name: 'Search listings' }).fill('sea villa')
  await expect(titles).toHaveText(['Villa by the sea'])
  await expect(page).toHaveURL(/search=sea\+villa/)
  await reopen(page)
  await expect(page.getByRole('searchbox')).toHaveValue('sea villa')
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('title')
  await page.getByRole('searchbox').fill('castle')
  await expect(page.getByRole('heading', { name: 'No results for “castle”' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(titles).toHaveCount(2)

  await open(page, '/portal/listings?state=[1]&sort=price&search={}')
  await expect(titles).toHaveCount(2)
  await expect(page).toHaveURL(/\/portal\/listings$/)

  await test.step('on a phone one button opens all filters', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('link', { name: 'Archived' }).click()
    await sheet.getByRole('button', { name: 'Show listings' }).click()
    await expect(titles).toHaveText(['Sold cottage'])
    await page.getByRole('button', { name: 'Filters · 1 active' }).click()
    await sheet.getByRole('button', { name: 'Clear filters' }).click()
    await page.keyboard.press('Escape')
    await expect(titles).toHaveCount(2)
  })
  expect(browserErrors).toEqual([])
})

test('undoing an archive restores the listing in its old position, and the choice of cards or table is remembered', async ({
  context,
  app,
}) => {
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  for (const title of ['Third', 'Second', 'First'])
    await createDraftThroughApp(app.url, cookie, { title, subtitle: '3 bed · 1 bath' })
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/listings')
  const titles = page.getByRole('listitem').getByRole('heading')
  await page.getByRole('button', { name: 'Actions for Second' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(titles).toHaveText(['First', 'Third'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles).toHaveText(['First', 'Second', 'Third'])
  await expect(page.getByText('Second restored.')).toBeVisible()

  await expect(page.getByRole('table')).toBeHidden()
  await page.locator('label', { hasText: 'Table' }).click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'Second' })).toContainText('Draft')
  await expectAccessible(page)
  expect(await (await page.request.get('/portal/listings')).text()).toContain('<table')
  await reopen(page)
  await expect(rows.getByRole('link', { name: /First|Second|Third/ })).toHaveText([/First/, /Second/, /Third/])
  await rows.getByRole('link', { name: 'Second' }).click()
  await expect(page).toHaveURL(/\/portal\/listings\/list_/)
  expect(browserErrors).toEqual([])
})

test('an agent publishes, shares, duplicates and unpublishes a listing from the list', async ({ context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const { id, slug } = await createDraftThroughApp(app.url, cookie, { title: '12 Rata Street', subtitle: '3 bed' })
  const isShared = async () => {
    const [row] = await app.db.select().from(listing).where(eq(listing.id, id))
    return row?.sharedAt instanceof Date
  }
  await open(page, '/portal/listings')
  const card = page.getByRole('listitem').filter({ hasText: '12 Rata Street' })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for 12 Rata Street' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Publish')
  await expect(card).toContainText('Published')
  const sheet = page.getByRole('dialog', { name: '12 Rata Street is live' })
  await expect(sheet.getByRole('link', { name: 'Open as a buyer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect(await isShared()).toBe(false)
  await choose('Copy link')
  await expect(page.getByText('Link copied')).toBeVisible()
  await expect.poll(isShared).toBe(true)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/listings/${slug}`)
  await page.getByRole('button', { name: 'Actions for 12 Rata Street' }).click()
  await expectAccessible(page, { part: page.getByRole('menu') })
  const [shown] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: 'View public page' }).click(),
  ])
  await expect(shown.getByRole('heading', { level: 1, name: '12 Rata Street' })).toBeVisible()
  await choose('Share')
  const share = page.getByRole('dialog', { name: 'Share 12 Rata Street' })
  const code = share.getByRole('img', { name: 'QR code for 12 Rata Street' })
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page, { dark: true })
  const [poster] = await Promise.all([
    page.waitForEvent('download'),
    share.getByRole('link', { name: /Poster/ }).click(),
  ])
  expect(poster.suggestedFilename()).toBe(`${slug}-poster.pdf`)
  await page.keyboard.press('Escape')
  await expect(share).toBeHidden()
  await choose('Unpublish')
  await expect(card).toContainText('Draft')
  await choose('Duplicate')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Copy of 12 Rata Street')
})

test('scrolling loads more listings, and a failed page shows an error with a retry', async ({ context, app }) => {
  const { page, cookie } = await openPortal(context, app, (await createAgent(app.db)).email, '/portal/leads')
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => createDraftThroughApp(app.url, cookie, { title: `House ${n}` })),
  )
  await page.route('**/_serverFn/fetchListings*', (route) => route.abort())
  await page.getByRole('link', { name: 'Listings' }).first().click()
  await expect(page.getByText('We couldn’t load your listings.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/_serverFn/fetchListings*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem').getByRole('heading').first()).toBeVisible()
  await page.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('listitem')).toHaveCount(30)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})
