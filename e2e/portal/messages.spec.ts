import type { Page } from '@playwright/test'
import { DAY_MS, MINUTE_MS } from '../../src/values/time.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { createOpenHome } from '../../test/fixtures/openHomes.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { emailsTo } from '../support/emails.ts'
import { lookAgain, open } from '../support/open.ts'
import { openPortal } from '../support/portal.ts'

/** A message that is sent at once waits for some seconds, in which it can be cancelled. */
const DELIVERY_TIMEOUT_MS = 60_000

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Message' })
const email = (page: Page) => page.getByRole('region', { name: 'Preview' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('an agent messages buyers, brings the auction forward and sees who has not opened it', async ({
  app,
  context,
}) => {
  test.setTimeout(180_000)
  const { db } = app
  const agent = await createAgent(db)
  const saleAt = new Date(Date.now() + 20 * DAY_MS)
  const listing = await createPublishedListing(db, { agent, saleMethod: 'auction', saleAt })
  // Two in the afternoon in New Zealand.
  const startsAt = new Date(new Date(Date.now() + 5 * DAY_MS).setUTCHours(1, 0, 0, 0))
  const endsAt = new Date(startsAt.getTime() + 30 * MINUTE_MS)
  await createOpenHome(db, { listingId: listing.id, startsAt, endsAt })
  const mere = await createLead(db, { listingId: listing.id })
  const tama = await createLead(db, { listingId: listing.id, firstName: 'Tama', lastName: 'Reid' })
  await createLead(db, { listingId: listing.id, firstName: 'Ana', lastName: 'Ioane', withdrawnAt: new Date() })
  const { page } = await openPortal(context, app, agent.email, `/portal/listings/${listing.id}`)
  const browserErrors = await collectBrowserErrors(page)

  await test.step('an open home that is moved suggests the message about its new time', async () => {
    await page.getByRole('button', { name: /^Change the open home on/ }).click()
    await page.getByLabel('From', { exact: true }).fill('15:30')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const suggestion = page.getByRole('status').filter({ hasText: /^The open home is now on .* Tell buyers\?/ })
    await suggestion.getByRole('link', { name: 'Write the message' }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('New time for the open home: {listing}')
    await expect(email(page).getByText('With a calendar file')).toBeVisible()
  })

  await test.step('a message about the price shows the price that it changes', async () => {
    await page.getByText('Price', { exact: true }).click()
    await page.getByLabel('Price shown as').fill('Offers over $850,000')
    await expect(page.getByLabel('Text')).toHaveValue(/It’s now Offers over \$850,000\./)
    await expect(page.getByText('When you send this, the listing shows: Offers over $850,000.')).toBeVisible()
    await page.goto(`${app.url}/portal/listings/${listing.id}`)
  })

  await test.step('compose, preview and test', async () => {
    await page.getByRole('link', { name: 'Message buyers' }).click()
    await expect(page.getByText('2 buyers will get it')).toBeVisible()
    await expect(page.getByText('Left out: 1 whose access you removed')).toBeVisible()
    await page.getByText('Open home', { exact: true }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('Open home: {listing}')
    await page.getByText('Something else', { exact: true }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('')
    await page.getByRole('button', { name: 'Send to 2 buyers' }).click()
    await expect(page.getByLabel('Subject')).toBeFocused()
    await expect(page.getByText('Please enter a subject')).toBeVisible()
    await page.getByLabel('Subject').fill('New photos of ')
    await page.getByRole('button', { name: 'Listing', exact: true }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('New photos of {listing}')
    await page.getByLabel('Text').fill('Hi {first name},\n\nHave a look.')
    await expect(email(page)).toContainText('New photos of 12 Rata Street')
    await page.getByLabel('Preview for').selectOption('Tama Reid')
    await expect(page.frameLocator('iframe[title=Email]').getByText('Hi Tama,', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Send test to me' }).click()
    await expect(toast(page, `Test sent to ${agent.email}`)).toBeVisible()
    await expectAccessible(page, { dark: true })
  })

  await test.step('send, after saying what will happen', async () => {
    await page.getByRole('button', { name: 'Send to 2 buyers' }).click()
    const confirm = page.getByRole('dialog', { name: 'Send to 2 buyers?' })
    await expect(confirm).toContainText('You have 20 seconds to cancel')
    await confirm.getByRole('button', { name: 'Send to 2 buyers' }).dblclick()
    await expect(drawer(page)).toContainText('New photos of 12 Rata Street')
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Escape')
  })

  await test.step('bring the auction forward in one tap', async () => {
    await page.getByRole('link', { name: 'Bring auction forward' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bring the auction forward' })
    await expect(dialog).toContainText('Auction brought forward: 12 Rata Street')
    await expectAccessible(page, { dark: true })
    await dialog.getByRole('button', { name: 'Bring forward and tell 2 buyers' }).click()
    await expect(drawer(page)).toContainText('Auction brought forward')
    await page.keyboard.press('Escape')
  })

  await test.step('schedule, cancel and undo', async () => {
    await page.getByRole('link', { name: 'New message' }).click()
    await page.getByText('Sold', { exact: true }).click()
    await expect(page.getByLabel('Subject')).toHaveValue('Sold: {listing}')
    await page.getByText('Schedule', { exact: true }).click()
    await page.getByRole('button', { name: 'Schedule for 2 buyers' }).click()
    await page.getByRole('button', { name: 'Schedule message' }).click()
    await drawer(page).getByRole('button', { name: 'Cancel message' }).click()
    await expect(drawer(page)).toContainText('This message won’t be sent.')
    await toast(page, 'cancelled').getByRole('button', { name: 'Undo' }).click()
    await expect(drawer(page).getByRole('button', { name: 'Cancel message' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a buyer opens the link in the email', async () => {
    const sent = async () =>
      (await emailsTo(app, mere.email)).filter(({ subject }) => subject === 'New photos of 12 Rata Street')
    await expect.poll(async () => (await sent()).length, { timeout: DELIVERY_TIMEOUT_MS }).toBe(1)
    const [link = ''] = (await sent())[0]?.text?.match(/http\S+\/open\?key=\S+/) ?? []
    const buyer = await context.newPage()
    await open(buyer, link)
    await buyer.getByRole('button', { name: 'Open the documents' }).click()
    await buyer.waitForURL((url) => !url.pathname.endsWith('/open'))
    await buyer.close()
  })

  await test.step('the agent sees who opened it, and whom to call', async () => {
    await lookAgain(page)
    await page.getByRole('link', { name: 'New photos of 12 Rata Street' }).click()
    await expect(drawer(page).getByText('Opened 1')).toBeVisible({ timeout: DELIVERY_TIMEOUT_MS })
    const unseen = drawer(page).getByRole('list', { name: 'Not seen yet' })
    await expect(unseen.getByRole('listitem')).toHaveCount(1)
    await expect(unseen).toContainText('Tama Reid')
    await expect(unseen.getByRole('link', { name: 'Call Tama Reid' })).toHaveAttribute('href', `tel:${tama.phone}`)
    await drawer(page).getByText('Left out 1').click()
    await expect(drawer(page)).toContainText('You removed their access')
    await expectAccessible(page)
  })
  expect(browserErrors).toEqual([])
})
