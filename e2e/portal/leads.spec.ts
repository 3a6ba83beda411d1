import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { leadNote } from '../../src/db/schema/leads.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createEvent, createEvents } from '../../test/fixtures/events.ts'
import { createFile } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { createReading } from '../../test/fixtures/readings.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { lookAgain, open, reopen } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'

const day = (date: string) => new Date(`${date}T00:00:00Z`)
const drawer = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' })

test('an agent finds a lead, sees what the buyer read, keeps notes and archives leads', async ({ app, context }) => {
  const agent = await createAgent(app.db)
  const { page } = await openPortal(context, app, agent.email, '/portal/leads?sort=spell')
  const browserErrors = await collectBrowserErrors(page)
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible()
  const { db } = app
  const { id: rata } = await createPublishedListing(db, { agent })
  const { id: kauri } = await createPublishedListing(db, { agent, title: '7 Kauri Road' })
  const { id: leadId } = await createLead(db, { listingId: rata, createdAt: day('2026-03-01') })
  // Without a picture of its first page.
  const lim = { name: 'LIM report', kind: 'lim', pageCount: 8, contentType: 'text/plain' }
  const { id: fileId } = await createFile(db, { agent, listingId: rata, ...lim })
  await createEvent(db, { event: 'file_view', listingId: rata, leadId, fileId, createdAt: day('2026-03-02') })
  await createReading(db, { leadId, fileId, pageSeconds: [2, 3, 60, 50, 2] })
  const tama = { firstName: 'Tama', lastName: 'Reid', status: 'offer', createdAt: day('2026-02-01') } as const
  await createLead(db, { listingId: kauri, ...tama })
  await reopen(page)
  await expect(rows(page)).toHaveCount(2)

  await page.getByLabel('Search leads').fill('021 555')
  await expect(page).toHaveURL(/search=021/)
  await page.getByLabel('Search leads').fill('nobody')
  await expect(page.getByRole('heading', { name: 'No results for “nobody”' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all leads' }).click()
  await page.getByRole('navigation', { name: 'Filter by status' }).getByRole('link', { name: 'Offer' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('navigation', { name: 'Filter by status' }).getByRole('link', { name: 'Closed' }).click()
  await expect(page.getByRole('heading', { name: 'No leads match these filters' })).toBeVisible()
  await expect(page.getByText('Change the filters or clear them.')).toBeVisible()
  await page.goBack()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const table = await readFile(await (await download).path(), 'utf8')
  expect(table.split('\r\n')).toHaveLength(3)
  expect(table).toContain('Tama,Reid')
  await page.getByRole('navigation', { name: 'Filter by status' }).getByRole('link', { name: 'All' }).click()
  await expectAccessible(page)

  const mere = page.getByRole('link', { name: 'Mere Walker' })
  await mere.press('Enter')
  await expect(drawer(page)).toContainText('Opened LIM report')
  await expect(drawer(page)).toContainText('Read the LIM report for 2 min, mostly pages 3–4.')
  const bars = drawer(page).getByRole('slider', { name: 'LIM report: time by page' })
  await expect(bars).toHaveAttribute('aria-valuetext', 'Page 3: 1 min')
  await bars.press('Home')
  await expect(bars).toHaveAttribute('aria-valuetext', 'Page 1: 2 s')
  await drawer(page).getByText('Show as a table').click()
  await expect(drawer(page).getByRole('row', { name: '4 50 s' })).toBeVisible()
  await drawer(page).getByText('Why?').click()
  await expect(drawer(page)).toContainText(/It falls each day/)
  await drawer(page).getByLabel('Status').selectOption('Viewing')
  await drawer(page).getByLabel('Your note').fill('Saturday, 10 am')
  await expect(drawer(page).getByText('Saved.')).toBeVisible()
  await expectAccessible(page, { dark: true })
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(mere).toBeFocused()
  await reopen(page)
  await expect(rows(page).filter({ hasText: 'Mere' })).toContainText('Viewing')

  await test.step('archive and restore one lead and several', async () => {
    await mere.click()
    await drawer(page).getByRole('button', { name: 'Archive' }).click()
    await expect(drawer(page).getByRole('button', { name: 'Restore' })).toBeVisible()
    await undo(page).click()
    await expect(drawer(page).getByRole('button', { name: 'Archive' })).toBeVisible()
    // Only the newest toast offers to undo: an older one would undo the wrong change.
    await drawer(page).getByRole('button', { name: 'Archive' }).click()
    await expect(undo(page)).toBeVisible()
    await drawer(page).getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('restored.').last()).toBeVisible()
    await expect(undo(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(2)
    await page.getByLabel('Select all').check()
    // The toast leaves room for the bar, which a longer list has at the bottom of the screen. The pointer keeps it open.
    const toast = page.getByRole('alert').last()
    await toast.hover()
    const [above, bar] = [await toast.boundingBox(), await page.getByRole('toolbar').boundingBox()]
    const room = (page.viewportSize()?.height ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    expect(room).toBeGreaterThan((bar?.height ?? 0) + 16)
    await page.getByRole('toolbar', { name: 'Selected leads' }).getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('heading', { name: 'All your leads are archived' })).toBeVisible()
    await undo(page).click()
    await expect(rows(page)).toHaveCount(2)
  })
  expect(browserErrors).toEqual([])
})

test('the emailed link opens the lead on a phone, where the agent can call, email or remove access', async ({
  app,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { page } = await enterPortal(context, app, agent.email)
  await page.setViewportSize({ width: 390, height: 844 })
  const browserErrors = await collectBrowserErrors(page)
  const listing = await createPublishedListing(app.db, { agent })
  const { id } = await createLead(app.db, { listingId: listing.id })
  const again = { leadId: id, body: 'And the drains?', phone: '+64277654321', fromOwnBrowser: false }
  await app.db.insert(leadNote).values(again)
  await open(page, `/portal/leads?lead=${id}`)

  await expect(drawer(page)).toContainText('Is the roof original?')
  const wroteAgain = drawer(page).getByRole('figure').filter({ hasText: 'Wrote again on' })
  await expect(wroteAgain).toContainText('Not confirmed by email')
  await expect(wroteAgain).toContainText('And the drains?')
  await expect(wroteAgain.getByRole('link')).toHaveAttribute('href', 'tel:+64277654321')
  await expect(wroteAgain.getByRole('link')).toHaveText('027 765 4321')
  await expect(drawer(page).getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+64215550123')
  await drawer(page).getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByRole('menuitem', { name: 'Empty email' })).toHaveAttribute(
    'href',
    `mailto:${id}@example.nz?subject=Your%20enquiry%20about%2012%20Rata%20Street`,
  )
  await expect(drawer(page).getByRole('link', { name: 'View all activity' })).toHaveAttribute(
    'href',
    new RegExp(`leadId=${id}`),
  )
  const bottomBar = await page.locator('nav[aria-label="Portal"]:visible').boundingBox()
  await drawer(page).getByRole('button', { name: 'Remove access' }).click()
  await expect(drawer(page)).toContainText('removed this buyer’s access')
  // The toast leaves the bottom bar free. The pointer on it keeps it open.
  await undo(page).hover()
  const toast = await undo(page).boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(bottomBar?.y ?? 0)
  await undo(page).click()
  await expect(drawer(page).getByRole('button', { name: 'Remove access' })).toBeVisible()

  await test.step('a note that cannot be saved stays in the field', async () => {
    await page.route('**/_serverFn/changeLead', (route) => route.abort())
    await drawer(page).getByLabel('Your note').fill('Call after five')
    await expect(drawer(page).getByText('Not saved.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/portal\/leads$/)
    await page.unroute('**/_serverFn/changeLead')
    await page.getByRole('link', { name: 'Mere Walker', exact: true }).click()
    await expect(drawer(page).getByLabel('Your note')).toHaveValue('Call after five')
    await page.goBack()
    await expect(drawer(page)).toBeHidden()
  })
  expect(browserErrors.filter((error) => !error.includes('Failed to fetch') && !error.includes('ERR_FAILED'))).toEqual(
    [],
  )

  await open(page, '/portal/leads?lead=lead_missing')
  await expect(drawer(page)).toContainText('no longer exists')
})

test('on a phone one button opens all filters of the leads, and each lead can be called from its row', async ({
  app,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { id: listingId } = await createPublishedListing(app.db, { agent })
  await createLead(app.db, { listingId })
  await createLead(app.db, { listingId, firstName: 'Tama', lastName: 'Reid', status: 'offer' })
  const { page } = await enterPortal(context, app, agent.email)
  await page.setViewportSize({ width: 390, height: 844 })
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/leads')

  const row = rows(page).filter({ hasText: 'Mere Walker' })
  await expect(row.getByText('021 555 0123')).toBeVisible()
  await expect(row.getByText('Hasn’t opened a document yet.')).toBeVisible()
  const call = row.getByRole('link', { name: 'Call Mere Walker' })
  await expect(call).toHaveAttribute('href', 'tel:+64215550123')
  expect(await call.boundingBox()).toMatchObject({ width: 44, height: 44 })
  // Keeps the phone's dialler from opening.
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await call.click()
  await expect(page).toHaveURL(/\/portal\/leads$/)
  await expect(drawer(page)).toBeHidden()

  const filters = page.getByRole('button', { name: /^Filters/ })
  await expect(filters).toHaveText('Filters')
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeHidden()
  await filters.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('link', { name: 'Offer' }).click()
  await sheet.getByLabel('Received').selectOption('Last 7 days')
  await expect(sheet.getByLabel('Heat')).toHaveValue('')
  await sheet.getByLabel('Sort').selectOption('Name, A to Z')
  await expect(page).toHaveURL(/status=offer/)
  await expect(page).toHaveURL(/from=/)
  await expect(sheet.getByRole('combobox', { name: 'Listing' })).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    /sort=name&from=[^&]+&status=offer/,
  )
  await expectNoViolations(page)
  await sheet.getByRole('button', { name: 'Show leads' }).click()
  await expect(sheet).toBeHidden()
  await expect(rows(page)).toHaveCount(1)
  await expect(filters).toHaveAccessibleName('Filters · 2 active')
  await expect(filters).toBeFocused()
  await expectNoViolations(page)

  await filters.click()
  await sheet.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/portal\/leads\?sort=name$/)
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)
  await expect(filters).toHaveAccessibleName('Filters')

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(filters).toBeHidden()
  await expect(call).toBeHidden()
  await expect(page.getByLabel('Sort')).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('older activity of a buyer is loaded on request, and the lead can be closed from there', async ({
  app,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { id: listingId } = await createPublishedListing(app.db, { agent })
  const { id: leadId } = await createLead(app.db, { listingId })
  // In turns, because the same twice in a row is one step.
  const visits = Array.from({ length: 60 }, (_, n) => ({
    event: n % 2 ? 'listing_view' : 'listing_leave',
    ...{ listingId, leadId, createdAt: new Date(day('2026-03-02').getTime() + n * 60_000) },
  }))
  await createEvents(app.db, visits)
  const { page } = await openPortal(context, app, agent.email, `/portal/leads?lead=${leadId}`)
  const activity = drawer(page).getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('listitem')).toHaveCount(50)
  await activity.getByRole('button', { name: 'Show older' }).click()
  // The visits, and leaving their details.
  await expect(activity.getByRole('listitem')).toHaveCount(visits.length + 1)
  await expect(activity.getByRole('button', { name: 'Show older' })).toBeHidden()
  await activity.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(drawer(page).getByRole('button', { name: 'Close' })).toBeInViewport()
})

test('the bell shows a new lead while the page is open, opens it, and is then cleared', async ({ app, context }) => {
  const agent = await createAgent(app.db)
  const { id: listingId } = await createPublishedListing(app.db, { agent })
  await createLead(app.db, { listingId, firstName: 'Tama', lastName: 'Reid' })
  const { page } = await openPortal(context, app, agent.email, '/portal/leads')
  const browserErrors = await collectBrowserErrors(page)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  await createLead(app.db, { listingId })
  // Returning to the page refreshes it; the next poll is not needed.
  await lookAgain(page)
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Leads 2 need a reply' })).toBeVisible()

  await bell.click()
  const news = page.getByRole('dialog', { name: 'Notifications' })
  await expectAccessible(page, { dark: true, part: news })
  await news.getByRole('link', { name: /Mere Walker/ }).click()
  await expect(page).toHaveURL(/lead=lead_/)
  await expect(news).toBeHidden()
  await expect(drawer(page)).toContainText('Is the roof original?')
  await page.keyboard.press('Escape')
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await news.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  expect(browserErrors).toEqual([])

  await test.step('older notifications are loaded on request, also after a failure', async () => {
    for (let n = 0; n < 20; n++) await createLead(app.db, { listingId, createdAt: day('2026-03-01') })
    await page.route(/fetchNotifications.*cursor/, (route) => route.abort())
    await reopen(page)
    await bell.click()
    await expect(news.getByRole('listitem')).toHaveCount(20)
    await news.getByRole('button', { name: 'Show older' }).click()
    await expect(news.getByRole('alert')).toHaveText('We couldn’t load any more.')
    await expectAccessible(page, { part: news })
    await page.unroute(/fetchNotifications.*cursor/)
    await news.getByRole('button', { name: 'Try again' }).click()
    await expect(news.getByRole('listitem')).toHaveCount(22)
    await expect(news.getByRole('button', { name: 'Show older' })).toBeHidden()
  })
})

test('an agent adds a buyer who rang, plans a call, imports others, and merges two people', async ({
  app,
  context,
}) => {
  const agent = await createAgent(app.db)
  await createPublishedListing(app.db, { agent })
  const { page } = await openPortal(context, app, agent.email, '/portal/leads')
  const browserErrors = await collectBrowserErrors(page)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const chooseListing = async (label: string) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: '12 Rata Street' }).click()
  }

  await page.getByRole('link', { name: 'Add lead' }).click()
  await expect(dialog('Add lead')).toBeVisible()
  await dialog('Add lead').getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog('Add lead')).toContainText('Please choose a listing')
  await chooseListing('Listing')
  await page.getByLabel('First name').fill('Hana')
  await page.getByLabel('Phone').fill('021 555 0199')
  await page.getByLabel('How did they agree').selectOption('They asked me to, on the phone')
  await expectAccessible(page)
  await dialog('Add lead').getByRole('button', { name: 'Add lead' }).click()

  const hana = dialog('Hana')
  await expect(hana).toContainText('Agreed: They asked me to, on the phone')
  await hana.getByRole('button', { name: 'Plan next action' }).click()
  await hana.getByLabel('Next action').fill('Call about finance')
  await hana.getByRole('button', { name: 'Save next action' }).click()
  await expect(hana.getByRole('region', { name: 'Next action' })).toContainText('Call about finance')
  await hana.getByRole('button', { name: 'Send private link' }).click()
  await expect(page.getByRole('link', { name: 'Send by text' })).toHaveAttribute(
    'href',
    /^sms:\+64215550199\?&body=Hi%20Hana.*open%3Fkey%3Dlead_/,
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Import' }).click()
  await page
    .getByLabel('Or paste the rows here')
    .fill('Name,Email,Phone\nHanna Low,hanna@example.nz,021 555 0300\nTama,not an address,\nHana,,021 555 0199')
  await page.getByRole('button', { name: 'Check these rows' }).click()
  await expect(dialog('Import leads')).toContainText('Row 3: Please enter a valid email address')
  await chooseListing('Which listing are they for?')
  await page.getByLabel('How did they agree').selectOption('They signed a form')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 2 leads' }).click()
  await expect(dialog('Import leads')).toContainText('1 lead added')
  await expect(dialog('Import leads')).toContainText('Row 4: already a lead on this listing')
  await page.getByRole('button', { name: 'Show leads' }).click()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('link', { name: 'People' }).first().click()
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /Hanna Low/ })).toContainText('Heat 0')
  await page.getByRole('link', { name: 'Hanna Low' }).click()
  await page.getByRole('button', { name: 'Merge' }).click()
  await dialog('Merge with another person').getByRole('button', { name: /^Hana/ }).click()
  await page.getByRole('button', { name: 'Merge people' }).click()
  await expect(page.getByRole('combobox', { name: 'Status for 12 Rata Street' })).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Separate Hana' }).click()
  await expect(page.getByRole('combobox', { name: 'Status for 12 Rata Street' })).toHaveCount(1)
  expect(browserErrors).toEqual([])
  await page.getByRole('button', { name: 'Erase' }).click()
  await dialog('Erase person').getByRole('button', { name: 'Erase person' }).click()
  await expect(page.getByLabel('Type “erase” to confirm')).toHaveAccessibleDescription('Please type “erase”')
  await page.getByLabel('Type “erase” to confirm').fill(' Erase')
  await page.getByRole('button', { name: 'Erase person' }).click()
  await expect(page).toHaveURL(/\/portal\/people$/)
  await expect(rows(page)).toHaveCount(1)
})
