import { readFile } from 'node:fs/promises'
import { devices, type Page } from '@playwright/test'
import { recordEvents } from '../../src/platform/events/recordEvents.server.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createFile } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { createReading, createReadingSum } from '../../test/fixtures/readings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open, reopen } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'
import { signIn } from '../support/signIn.ts'

const bars = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('link')
const metric = (page: Page, name: string) =>
  page.getByRole('region', { name: 'At a glance' }).getByRole('link', { name: new RegExp(`^${name}`) })
const chip = (page: Page, text: string) => page.getByRole('link', { name: `Remove filter ${text}` })
const rows = (page: Page) =>
  page
    .getByRole('region', { name: 'Activity' })
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
/** The number at the end of a bar: "Auckland New Zealand 1,208 views". */
const lastNumber = (text: string) => text.match(/[\d,]+(?=\D*$)/)?.[0] ?? ''

test('an agent filters the numbers by clicking on them, removes the filters and exports a CSV file', async ({
  app,
  context,
  page,
}) => {
  await signIn(context, app)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/portal/analytics?range=90d')
  await expect(page.getByText('Visitors who return on another day count again.')).toBeVisible()
  const [all = ''] = (await metric(page, 'Views').innerText()).match(/[\d,]+/) ?? []
  await expectAccessible(page)

  await test.step('each click adds a filter, and the metric shows its number', async () => {
    const auckland = bars(page, 'Views by city').filter({ hasText: 'Auckland' })
    const flag = auckland.getByRole('img', { name: 'NZ' })
    await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const phone = bars(page, 'Views by devices').filter({ hasText: 'Phone' })
    const [views = '', onAllPhones = ''] = [await auckland.innerText(), await phone.innerText()].map(lastNumber)
    await auckland.click()
    await expect(page).toHaveURL(/place=NZ/)
    await expect(metric(page, 'Views')).toContainText(views)
    await expect(auckland).toHaveAttribute('aria-current', 'true')
    await expect(phone).not.toContainText(onAllPhones)
    const onPhones = lastNumber(await phone.innerText())
    await phone.click()
    await expect(chip(page, 'Device Phone')).toBeVisible()
    await expect(metric(page, 'Views')).toContainText(onPhones)
    await phone.click()
    await expect(chip(page, 'Device Phone')).toHaveCount(0)
    await page.goBack()
    await expect(chip(page, 'Device Phone')).toBeVisible()
    await page.goForward()
    await expect(metric(page, 'Views')).toContainText(views)
    await chip(page, 'Place').click()
    await expect(metric(page, 'Views')).toContainText(all)
  })

  await test.step('a click on a day of the chart selects that day', async () => {
    const chart = page.getByRole('slider', { name: 'Views and visitors per day' })
    await chart.press('ArrowLeft')
    const [, views = ''] = (await chart.getAttribute('aria-valuetext'))?.match(/: ([\d,]+) view/) ?? []
    await chart.press('Enter')
    await expect(page).toHaveURL(/range=custom/)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(
      await page.getByLabel('To', { exact: true }).inputValue(),
    )
    await expect(metric(page, 'Views')).toContainText(views)
    await page.goBack()
    await expect(page.getByLabel('Range')).toHaveValue('90d')
  })

  await test.step('metrics filter the log, and a buyer in it has their own activity', async () => {
    await metric(page, 'Leads').click()
    await expect(rows(page).first()).toContainText('Left their details')
    await expect(rows(page).filter({ hasText: 'Viewed the listing' })).toHaveCount(0)
    await rows(page).first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: /^Activity of / })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact and notes' })).toHaveAttribute('href', /lead=lead_/)
    // Numbers of before are dimmed until the new ones arrive.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page.getByRole('heading', { name: /^Activity of / })).toHaveCount(0)
  })

  await test.step('a document has its own metrics and CSV export', async () => {
    const lim = bars(page, 'Views by document').filter({ hasText: 'LIM report' }).first()
    const opened = lastNumber(await lim.innerText())
    await lim.click()
    await expect(chip(page, 'Document LIM report')).toBeVisible()
    await expect(metric(page, 'Document views')).toContainText(opened)
    await expect(rows(page).first()).toContainText('LIM report')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('LIM report')
  })

  await open(page, '/portal/analytics?place=ZZ')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/portal\/analytics$/)
  await expect(metric(page, 'Views')).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('a buyer’s visit appears in the open log and in the counts, while the page is open', async ({
  app,
  browser,
  context,
}) => {
  const agent = await createAgent(app.db)
  const { id: listingId, slug } = await createPublishedListing(app.db, { agent })
  const { page } = await openPortal(context, app, agent.email, '/portal/analytics')
  const browserErrors = await collectBrowserErrors(page)
  await expect(page.getByRole('heading', { name: 'No views yet' })).toBeVisible()

  // A headless browser would be treated as a bot.
  const phone = await browser.newContext({ ...devices['Pixel 7'], baseURL: app.url })
  const visit = async () => {
    const buyer = await phone.newPage()
    const eventSent = buyer.waitForRequest('**/_event')
    await buyer.goto(`/listings/${slug}`)
    await eventSent
  }
  await visit()
  await expect(rows(page)).toHaveCount(1)
  await expect(metric(page, 'Views')).toContainText('1')
  await visit()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Viewed the listing')
  await expect(metric(page, 'Views')).toContainText('2')
  await expect(metric(page, 'Visitors')).toContainText('1')
  await expect(bars(page, 'Views by devices')).toContainText('Phone')

  await test.step('no rows move while someone reads further down', async () => {
    await recordEvents(app.db, Array(12).fill({ event: 'link_click', listingId }))
    await expect(rows(page)).toHaveCount(14)
    await page.setViewportSize({ width: 390, height: 600 })
    await rows(page).last().scrollIntoViewIfNeeded()
    await visit()
    await page.getByRole('button', { name: '1 new' }).click()
    await expect(rows(page)).toHaveCount(15)
    await expect(rows(page).first()).toContainText('Viewed the listing')
    await expect(metric(page, 'Views')).toContainText('3')
  })
  await phone.close()
  expect(browserErrors).toEqual([])
})

test('one buyer’s analytics show the documents they opened, and no panels without data', async ({ app, context }) => {
  const agent = await createAgent(app.db)
  const { id: listingId } = await createPublishedListing(app.db, { agent })
  const { id: leadId } = await createLead(app.db, { listingId })
  const { id: fileId } = await createFile(app.db, { agent, listingId, name: 'LIM report' })
  await recordEvents(app.db, Array(13).fill({ event: 'file_view', listingId, leadId, fileId }))
  await createReading(app.db, { leadId, fileId, pageSeconds: [60, 90] })
  await createReadingSum(app.db, { fileId, pageSeconds: [100, 200], pageReaders: [2, 2] })
  const { page } = await openPortal(context, app, agent.email, `/portal/analytics?leadId=${leadId}`)
  const reading = page.getByRole('region', { name: 'Reading of Mere Walker' })
  await expect(reading).toContainText('Read ‘LIM report’ for 3 min')
  await expect(reading.getByRole('slider')).toHaveAttribute('aria-valuetext', 'Page 2: 2 min')
  const activity = page.getByRole('region', { name: 'Activity of Mere Walker' })
  await expect(activity).toContainText('Opened LIM report · 12 times')
  await activity.getByRole('button', { name: 'Show older' }).click()
  await expect(activity).toContainText('Opened LIM report · 13 times')
  const chart = page.getByRole('slider', { name: 'Views and document views per day' })
  await expect(chart).toHaveAttribute('aria-valuetext', /0 views and 13 document views/)
  await expect(bars(page, 'Views by document')).toContainText('LIM report')
  for (const name of ['Cities', 'Traffic sources', 'Devices', 'Conversion funnel'])
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
  await expectAccessible(page)
  await open(page, `/portal/analytics?leadId=${leadId}&range=custom&from=2020-01-01&to=2020-01-31`)
  await expect(page.getByRole('heading', { name: 'No activity in this period' })).toBeVisible()

  await open(page, '/portal/analytics')
  await expect(page.getByRole('region', { name: 'Conversion funnel' }).getByRole('listitem')).toContainText([
    'Visited',
    'Left details',
    'Opened a document',
  ])
  await page.getByRole('radiogroup', { name: 'Documents by' }).getByText('Reading time').click()
  await expect(bars(page, 'Reading time by document')).toContainText('2 readers5 min')
  await bars(page, 'Reading time by document').click()
  const pages = page.getByRole('region', { name: 'Reading by page' })
  await expect(pages).toContainText('Most readers get to the last page.')
  await expect(pages.getByRole('slider')).toHaveAttribute('aria-valuetext', 'Page 2: 3 min by 2 readers')
  await expectAccessible(page, { part: pages })
})

test('the page checks for new events every five seconds, and not at all while it is hidden', async ({
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
  /** Second by second, so that the page gets its responses in between. */
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

test('an agent makes a link for a flyer, and a visit by its short form is counted there', async ({
  app,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const agent = await createAgent(app.db)
  const { id, slug } = await createPublishedListing(app.db, { agent })
  const { page } = await openPortal(context, app, agent.email, `/portal/listings/${id}`)
  const browserErrors = await collectBrowserErrors(page)
  const links = page.getByRole('region', { name: 'Links', exact: true })
  await links.getByRole('button', { name: 'Add link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New link' })
  await dialog.getByLabel('Name').fill('Letterbox flyer')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  const flyer = links.getByRole('listitem').filter({ hasText: 'Letterbox flyer' })
  await expect(flyer).toContainText('0 views')
  await expectAccessible(page, { part: links })
  await flyer.getByRole('button', { name: 'Copy link: Letterbox flyer' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${app.url}/l/[0-9a-z]{8}$`))

  const phone = await browser.newContext({ ...devices['Pixel 7'], baseURL: app.url })
  const buyer = await phone.newPage()
  const eventSent = buyer.waitForResponse('**/_event')
  await buyer.goto(copied)
  await eventSent
  expect(new URL(buyer.url()).pathname).toBe(`/listings/${slug}`)
  await phone.close()

  await reopen(page)
  await expect(flyer).toContainText('1 view')
  for (const other of await links.getByRole('listitem').filter({ hasNotText: 'Letterbox flyer' }).all())
    await expect(other).toContainText('0 views')
  await open(page, `/portal/analytics?listingId=${id}`)
  await expect(bars(page, 'Views by channel')).toHaveText(/Letterbox flyer.*1 view/)
  expect(browserErrors).toEqual([])
})
