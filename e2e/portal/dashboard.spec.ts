import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { lead } from '../../src/db/schema/leads.ts'
import { callsWithCookie, completeContactCard, createAgent } from '../../test/fixtures/agents.ts'
import { createEvent } from '../../test/fixtures/events.ts'
import { createFile } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createDraftThroughApp, createPublishedListing } from '../../test/fixtures/listings.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { lookAgain, open } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { filledActions } from '../support/primaryActions.ts'
import { signIn } from '../support/signIn.ts'

/** The number on a card. */
const metric = async (page: Page, name: string) => {
  const card = page.getByRole('link', { name, exact: true }).locator('xpath=../..')
  return Number((await card.innerText()).split('\n')[1]?.replace(/\D/g, ''))
}

test('an agent sees how their listings perform day by day, and opens the analytics behind a number', async ({
  app,
  context,
  page,
}) => {
  await signIn(context, app)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal?range=decade')
  const month = await metric(page, 'Views')
  expect(month).toBeGreaterThan(0)
  await expectAccessible(page)

  const chart = page.getByRole('slider', { name: 'Views and leads' })
  await chart.focus()
  await page.keyboard.press('End')
  const last = await chart.getAttribute('aria-valuetext')
  await expect(page.getByText('Today, so far')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', last ?? '')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Before', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'About visitors' }).focus()
  await expect(page.getByRole('tooltip')).toContainText('Visitors who return on another day count again')

  await page.getByLabel('Range').selectOption('Last 7 days')
  await expect(page).toHaveURL(/\/portal\?range=7d$/)
  await expect.poll(() => metric(page, 'Views')).toBeLessThan(month)
  await expect(page.getByRole('link', { name: 'Visitors', exact: true })).toHaveAttribute(
    'href',
    /analytics\?range=7d$/,
  )
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toHaveAttribute('aria-current', 'page')

  const leads = page.getByRole('region', { name: 'New leads' })
  await expect(leads.getByRole('listitem').first()).toBeVisible()
  await expect(leads.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:\+/)
  const lead = leads.getByRole('listitem').first().getByRole('link').first()
  const name = await lead.innerText()
  await lead.click()
  await expect(page).toHaveURL(/\/portal\/leads\?lead=lead_/)
  await expect(page.getByRole('dialog')).toContainText(name)
  await page.goBack()
  await page.getByRole('list', { name: 'Most-viewed listings' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/portal\/analytics\?(listingId=list_\w+&range=7d|range=7d&listingId=list_\w+)$/)
  expect(browserErrors).toEqual([])
})

test('a new agent is guided from the first listing to the first visitor, whose visit appears by itself', async ({
  app,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { page, cookie } = await openPortal(context, app, agent.email, '/portal')
  const browserErrors = await collectBrowserErrors(page)
  const steps = page.getByRole('region', { name: 'Five steps to your first lead' })
  await expect(steps).toContainText('0 of 5 done')
  await expect(steps.getByRole('link', { name: 'Create a listing' })).toHaveAttribute('href', '/portal/listings/new')
  await expect(page.getByLabel('Range')).toBeHidden()
  expect(await filledActions(page)).toEqual(['Create a listing'])

  const { id } = await createDraftThroughApp(app.url, cookie, { title: '12 Rata Street' })
  await lookAgain(page)
  await expect(steps).toContainText('1 of 5 done')
  await expectAccessible(page, { dark: true })
  await steps.getByRole('link', { name: 'Add files' }).click()
  await expect(page).toHaveURL(new RegExp(`/portal/listings/${id}$`))
  await createFile(app.db, { agent, listingId: id, name: 'LIM report' })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(steps.getByRole('link', { name: 'Complete your contact card' })).toHaveAttribute(
    'href',
    '/portal/settings#profile',
  )
  await completeContactCard(app.db, agent.id)
  await lookAgain(page)
  await expect(steps.getByRole('link', { name: 'Publish' })).toBeVisible()
  await callsWithCookie(app.url, cookie).post('publishListing', { id })
  await lookAgain(page)
  await expect(steps.getByRole('link', { name: 'Share the link' })).toBeVisible()
  await callsWithCookie(app.url, cookie).post('recordListingShare', { id })
  await lookAgain(page)
  await expect(steps).toContainText('5 of 5 done')

  await createEvent(app.db, { event: 'listing_view', listingId: id, isUnique: true, isFirstToday: true })
  await lookAgain(page)
  await expect(steps).toBeHidden()
  expect(await metric(page, 'Views')).toBe(1)
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText('has no photos')
  await expect(page.getByRole('link', { name: 'Add photos' })).toHaveAttribute('href', `/portal/listings/${id}`)
  expect(browserErrors).toEqual([])

  await test.step('numbers that cannot be loaded show an error and load on retry', async () => {
    await page.route('**/_serverFn/fetchDashboardSummary*', (route) => route.abort())
    await page.getByLabel('Range').selectOption('Last 90 days')
    await expect(page.getByRole('alert')).toContainText('We couldn’t load your numbers.')
    await page.unroute('**/_serverFn/fetchDashboardSummary*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    expect(await metric(page, 'Visitors')).toBe(1)
  })

  await test.step('numbers that cannot be refreshed stay, with a notice that they are out of date', async () => {
    await page.route('**/_serverFn/fetchDashboardSummary*', (route) => route.abort())
    await lookAgain(page)
    const old = page.getByRole('status').filter({ hasText: 'We couldn’t refresh these numbers' })
    await expect(old).toBeVisible()
    expect(await metric(page, 'Views')).toBe(1)
    await expectAccessible(page, { part: old })
    await page.unroute('**/_serverFn/fetchDashboardSummary*')
    await old.getByRole('button', { name: 'Try again' }).click()
    await expect(old).toBeHidden()
  })
})

test('on a phone the leads that need a reply come first, with buttons to call and text them; on a laptop the numbers do', async ({
  app,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { id: listingId } = await createPublishedListing(app.db, { agent })
  await createEvent(app.db, { event: 'listing_view', listingId, isUnique: true, isFirstToday: true })
  const { id } = await createLead(app.db, { listingId })
  await createLead(app.db, { listingId, firstName: 'Tama', lastName: 'Reid', status: 'contacted' })
  const { page } = await enterPortal(context, app, agent.email)
  const browserErrors = await collectBrowserErrors(page)
  const leads = page.getByRole('region', { name: 'New leads' })
  const call = leads.getByRole('link', { name: 'Call Mere Walker' })
  const text = leads.getByRole('link', { name: 'Text Mere Walker' })
  const email = leads.getByRole('link', { name: 'Email Mere Walker' })
  // In reading order.
  const namesAndNumbers = page.getByRole('main').getByRole('link', { name: /^(Mere Walker|Views)$/ })

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/portal')
  await expect(leads.getByRole('listitem')).toHaveCount(1)
  await expect(leads.getByRole('listitem')).toContainText('12 Rata Street')
  await expect(leads.getByRole('listitem')).toContainText('Nothing opened')
  await expect(namesAndNumbers).toHaveText(['Mere Walker', 'Views'])
  await expect(call).toHaveAttribute('href', 'tel:+64215550123')
  await expect(text).toHaveAttribute('href', 'sms:+64215550123')
  for (const button of [call, text]) expect(await button.boundingBox()).toMatchObject({ width: 44, height: 44 })
  await expect(email).toBeHidden()
  await expectNoViolations(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(namesAndNumbers).toHaveText(['Views', 'Mere Walker'])
  await expect(email).toBeVisible()
  await expect(text).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await app.db.update(lead).set({ status: 'contacted' }).where(eq(lead.id, id))
  await lookAgain(page)
  await expect(leads).toContainText('No new leads.')
  await leads.getByRole('link', { name: 'All leads' }).click()
  await expect(page).toHaveURL(/\/portal\/leads$/)
  expect(browserErrors).toEqual([])
})
