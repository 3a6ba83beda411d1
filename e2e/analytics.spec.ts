import { readFile } from 'node:fs/promises'
import { devices, type Page } from '@playwright/test'
import { recordEvents } from '../src/platform/events/recordEvents.server.ts'
import { addAgent, withDatabase } from './agent.ts'
import { expect, test } from './app.ts'
import { collectComplaints } from './complaints.ts'
import { expectFit } from './fit.ts'
import { addListing } from './listing.ts'
import { signIn } from './signIn.ts'
import { open } from './support/open.ts'
import { openPortal } from './support/portal.ts'

const bars = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('link')
const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'At a glance' }).getByRole('link', { name: new RegExp(`^${name}`) })
const chip = (page: Page, words: string) => page.getByRole('link', { name: `Remove the filter ${words}` })
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
/** The number that a bar ends with: "Auckland New Zealand 1,208 views". */
const lastNumber = (text: string) => text.match(/[\d,]+(?=\D*$)/)?.[0] ?? ''

test('an agent narrows the numbers by clicking on them, widens them again, and takes them along', async ({
  app,
  context,
  page,
}) => {
  await signIn(context, app)
  const complaints = await collectComplaints(page)
  await open(page, '/portal/analytics?range=90d')
  await expect(page.getByText('Visitors who return on another day count again.')).toBeVisible()
  const [all = ''] = (await figure(page, 'Views').innerText()).match(/[\d,]+/) ?? []
  await expectFit(page)

  await test.step('each click adds a filter, and its number is the figure', async () => {
    const auckland = bars(page, 'Views by city').filter({ hasText: 'Auckland' })
    const flag = auckland.getByRole('img', { name: 'NZ' })
    await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const views = lastNumber(await auckland.innerText())
    await auckland.click()
    await expect(page).toHaveURL(/place=NZ/)
    await expect(figure(page, 'Views')).toContainText(views)
    await expect(auckland).toHaveAttribute('aria-current', 'true')
    const phone = bars(page, 'Views by devices').filter({ hasText: 'Phone' })
    const onPhones = lastNumber(await phone.innerText())
    await phone.click()
    await expect(chip(page, 'Device Phone')).toBeVisible()
    await expect(figure(page, 'Views')).toContainText(onPhones)
    await phone.click()
    await expect(chip(page, 'Device Phone')).toHaveCount(0)
    await page.goBack()
    await expect(chip(page, 'Device Phone')).toBeVisible()
    await page.goForward()
    await expect(figure(page, 'Views')).toContainText(views)
    await chip(page, 'Place').click()
    await expect(figure(page, 'Views')).toContainText(all)
  })

  await test.step('a day of the chart is a range of one day', async () => {
    const chart = page.getByRole('slider', { name: 'Views and visitors per day' })
    await chart.press('ArrowLeft')
    const [, views = ''] = (await chart.getAttribute('aria-valuetext'))?.match(/: ([\d,]+) view/) ?? []
    await chart.press('Enter')
    await expect(page).toHaveURL(/range=custom/)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(
      await page.getByLabel('To', { exact: true }).inputValue(),
    )
    await expect(figure(page, 'Views')).toContainText(views)
    await page.goBack()
    await expect(page.getByLabel('Range')).toHaveValue('90d')
  })

  await test.step('figures and chips say what the log shows; buyers in it have a journey', async () => {
    await figure(page, 'Leads').click()
    await expect(rows(page).first()).toContainText('Left their details')
    await expect(rows(page).filter({ hasText: 'Viewed the listing' })).toHaveCount(0)
    await rows(page).first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: /^The journey of / })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact and notes' })).toHaveAttribute('href', /lead=lead_/)
    await expectFit(page)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page.getByRole('heading', { name: /^The journey of / })).toHaveCount(0)
  })

  await test.step('a document has its own figures, and a table for a spreadsheet', async () => {
    const lim = bars(page, 'Openings by document').filter({ hasText: 'LIM report' }).first()
    const opened = lastNumber(await lim.innerText())
    await lim.click()
    await expect(chip(page, 'Document LIM report')).toBeVisible()
    await expect(figure(page, 'Document views')).toContainText(opened)
    await expect(rows(page).first()).toContainText('LIM report')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('LIM report')
  })

  await open(page, '/portal/analytics?place=ZZ')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/portal\/analytics$/)
  await expect(figure(page, 'Views')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a buyer’s visit appears in the open log and in the counts, while the page is open', async ({
  app,
  browser,
  context,
}) => {
  const agent = await addAgent(app)
  const { id: listingId, slug } = await addListing(app, { publishedAt: new Date(), userId: agent.id })
  const { page } = await openPortal(context, app, agent.email, '/portal/analytics')
  const complaints = await collectComplaints(page)
  await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible()

  // What says of itself that it has no screen is no buyer.
  const phone = await browser.newContext({ ...devices['Pixel 7'], baseURL: app.url })
  const visit = async () => {
    const buyer = await phone.newPage()
    const told = buyer.waitForRequest('**/_event')
    await buyer.goto(`/listings/${slug}`)
    await told
  }
  await visit()
  await expect(rows(page)).toHaveCount(1)
  await expect(figure(page, 'Views')).toContainText('1')
  await visit()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Viewed the listing')
  await expect(figure(page, 'Views')).toContainText('2')
  await expect(figure(page, 'Visitors')).toContainText('1')
  await expect(bars(page, 'Views by devices')).toContainText('Phone')

  await test.step('nothing moves while somebody reads further down', async () => {
    await withDatabase(app, (db) => recordEvents(db, Array(12).fill({ event: 'link_click', listingId })))
    await expect(rows(page)).toHaveCount(14)
    await page.setViewportSize({ width: 390, height: 600 })
    await rows(page).last().scrollIntoViewIfNeeded()
    await visit()
    await page.getByRole('button', { name: '1 new' }).click()
    await expect(rows(page)).toHaveCount(15)
    await expect(rows(page).first()).toContainText('Viewed the listing')
    await expect(figure(page, 'Views')).toContainText('3')
  })
  await phone.close()
  expect(complaints).toEqual([])
})

test('the page looks for news every five seconds, and not at all while it is hidden', async ({
  app,
  context,
  page,
}) => {
  await signIn(context, app)
  await page.clock.install()
  await open(page, '/portal/analytics')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  let asked = 0
  page.on('request', (request) => {
    if (/_serverFn\/fetch(Events|Notifications|ListingViews)/.test(request.url())) asked++
  })
  /** Second by second, and each time the page gets its answers. */
  const pass = async (seconds: number) => {
    asked = 0
    for (let second = 0; second < seconds; second++) {
      await page.clock.runFor(1_000)
      await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
    }
    return asked
  }
  const become = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)

  const whileVisible = await pass(10)
  expect(whileVisible).toBeGreaterThan(0)
  expect(whileVisible).toBeLessThan(6)
  await become('hidden')
  await pass(1)
  expect(await pass(30)).toBe(0)
  await become('visible')
  await expect.poll(() => asked).toBeGreaterThan(0)
})
