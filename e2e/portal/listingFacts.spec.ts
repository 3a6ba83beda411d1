import ICAL from 'ical.js'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createListingThroughApp } from '../../test/fixtures/listings.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'

/** Accessibility checks take a while on a busy computer. */
test.describe.configure({ timeout: 120_000 })

const nextYear = new Date().getFullYear() + 1

test('an agent enters the facts of a sale, and a buyer elsewhere reads them and adds the dates to a calendar', async ({
  context,
  browser,
  app,
}) => {
  const { page, cookie } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const { id, slug } = await createListingThroughApp(app.url, cookie, { title: 'Sunny villa' })
  await open(page, `/portal/listings/${id}`)
  const field = (name: string) => page.getByLabel(name, { exact: true })

  await field('Street address').fill('3/12 Rata Street, Karori, Wellington 6012')
  await field('Street address').blur()
  await expect(field('Street address')).toHaveValue('3/12 Rata Street')
  await expect(field('Suburb')).toHaveValue('Karori')
  await expect(field('Postcode')).toHaveValue('6012')
  await expect(field('Country')).toHaveValue('NZ')
  await field('Property type').selectOption('House')
  await field('Bedrooms').fill('3')
  await field('Land area').fill('1.8')
  await field('Unit of the land area').selectOption('ha')
  await field('Method of sale').selectOption('Auction')
  await field('Auction').fill(`${nextYear}-12-05T13:00`)
  await field('Status').selectOption('Under offer')
  await expect(page.getByText('Buyers see: Auction,')).toContainText('5 Dec, 1:00 pm')

  await page.getByRole('button', { name: 'Add open home' }).click()
  await field('Day').fill(`${nextYear}-11-28`)
  await field('From').fill('14:00')
  await expect(field('To')).toHaveValue('14:30')
  await field('Note (optional)').fill('Parking on the street')
  await field('Note (optional)').press('Enter')
  await expect(page.getByRole('button', { name: /^Remove the open home on/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved just now')).toBeVisible()

  const abroad = await browser.newContext({ timezoneId: 'Europe/London', baseURL: app.url })
  const buyer = await abroad.newPage()
  await open(buyer, `/listings/${slug}`)
  for (const text of ['Under offer', '3/12 Rata Street, Karori, Wellington 6012', '1.8 ha', 'Parking on the street'])
    await expect(buyer.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(buyer.getByText('(Auckland time)').first()).toBeVisible()
  await expectAccessible(buyer)
  const [download] = await Promise.all([
    buyer.waitForEvent('download'),
    buyer.getByRole('link', { name: 'Add to calendar' }).first().click(),
  ])
  const chunks = await (await download.createReadStream()).toArray()
  const calendar = new ICAL.Component(ICAL.parse(Buffer.concat(chunks).toString()))
  const event = new ICAL.Event(calendar.getAllSubcomponents('vevent')[0])
  expect(event.startDate.toJSDate()).toEqual(new Date(`${nextYear}-11-28T01:00:00Z`))
  const google = await buyer.getByRole('link', { name: 'Google' }).first().getAttribute('href')
  expect(google).toContain(`dates=${nextYear}1128T010000Z%2F${nextYear}1128T013000Z`)
  await abroad.close()

  const atHome = await browser.newContext({ timezoneId: 'Pacific/Auckland', baseURL: app.url })
  const neighbour = await atHome.newPage()
  await open(neighbour, `/listings/${slug}`)
  await expect(neighbour.getByText('(Auckland time)').first()).toBeHidden()
  await atHome.close()
})
