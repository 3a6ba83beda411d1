import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { agency } from '../../src/db/schema/agencies.ts'
import { listing } from '../../src/db/schema/listings.ts'
import { callsWithCookie, createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { createDraftThroughApp, createPublishedListing } from '../../test/fixtures/listings.ts'
import { createOpenHome } from '../../test/fixtures/openHomes.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { checkInByHand, confirmStart, newDeviceFolder, startDevice, startDoorOn } from '../support/doorDevice.ts'
import { open } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { section } from '../support/settings.ts'

test.describe.configure({ timeout: 120_000 })

const MINUTE_MS = 60_000
const lock = (page: Page) => page.getByRole('dialog', { name: 'The portal is locked' })
const password = (page: Page) => lock(page).getByRole('textbox', { name: 'Your password' })

/** An agent whose agency locks after half an hour. */
async function createLockedAgent(app: AppWithData) {
  const agent = await createAgent(app.db)
  await app.db.update(agency).set({ idleLockMinutes: 30 }).where(eq(agency.id, agent.agencyId))
  return agent
}

test('threat 234: two tabs lock together when nobody is at either, and go on together with everything that was typed', async ({
  context,
  app,
}) => {
  const agent = await createLockedAgent(app)
  const { page: first, cookie } = await enterPortal(context, app, agent.email)
  await first.clock.install()
  const browserErrors = await collectBrowserErrors(first)
  await open(first, '/portal/settings')
  await first.getByLabel('First name').fill('Arohanui')
  const second = await context.newPage()
  await open(second, '/portal/leads')
  const server = callsWithCookie(app.url, cookie)

  await test.step('someone at one tab is there for both', async () => {
    await first.clock.fastForward(20 * MINUTE_MS)
    // Between the tabs is the browser, which has no fake clock.
    await first.evaluate(() => {
      new BroadcastChannel('idle-lock').onmessage = ({ data }) => Object.assign(window, { heard: data.kind })
    })
    await expect(async () => {
      await second.mouse.move(200 + Math.random() * 200, 300)
      expect(await first.evaluate(() => Reflect.get(window, 'heard'))).toBe('active')
    }).toPass()
    await first.clock.fastForward(20 * MINUTE_MS)
    await expect(second.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
    await expect(lock(first)).toBeHidden()
  })

  await test.step('nothing of the page is left for the eye, the keyboard or a screen reader', async () => {
    await first.clock.fastForward(31 * MINUTE_MS)
    for (const page of [first, second]) await expect(lock(page)).toBeVisible()
    await expect(first.getByRole('textbox', { name: 'First name' })).toHaveCount(0)
    await expect(second.getByRole('heading', { name: 'Leads' })).toHaveCount(0)
    await expect(first).toHaveTitle('Locked · Property Files')
    await expect(password(first)).toBeFocused()
    for (const key of ['Escape', 'Escape', 'Control+k', '?']) await first.keyboard.press(key)
    await expect(lock(first)).toBeVisible()
    await expectNoViolations(first, {})
    await expect.poll(async () => (await server.get('fetchLeads')).error).toMatchObject({ name: 'SessionLocked' })
  })

  await test.step('a wrong password opens nothing, the right one both tabs', async () => {
    await password(first).fill('wrong')
    await first.keyboard.press('Enter')
    await expect(lock(first).getByText('That’s not your password')).toBeVisible()
    await password(first).fill(PASSWORD)
    await first.keyboard.press('Enter')
    for (const page of [first, second]) await expect(lock(page)).toBeHidden()
    await expect(first.getByLabel('First name')).toHaveValue('Arohanui')
    await first.getByRole('button', { name: 'Save profile' }).click()
    await expect(first.getByText('Profile saved.')).toBeVisible()
    await expect(second.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  })
  await second.close()
  // The browser names every call that was refused.
  expect(browserErrors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
})

test('“Lock now” locks at once, and a draft that would be saved meanwhile waits and is not lost', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const { page, cookie } = await enterPortal(context, app, agent.email)
  const { id } = await createDraftThroughApp(app.url, cookie, { title: 'A draft' })
  await open(page, `/portal/listings/${id}`)
  const storedTitle = async () =>
    (await app.db.select({ title: listing.title }).from(listing).where(eq(listing.id, id)))[0]?.title
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('12 Rata Street')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Lock now' }).click()
  await expect(lock(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveCount(0)

  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(lock(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('12 Rata Street')
  await expect.poll(storedTitle, { timeout: 15_000 }).toBe('12 Rata Street')
})

test('a page that is opened while the session is locked asks first, and then opens', async ({ context, app }) => {
  const agent = await createAgent(app.db)
  const { page, cookie } = await enterPortal(context, app, agent.email)
  await callsWithCookie(app.url, cookie).post('lockSession')
  await open(page, '/portal/leads?search=mia')
  await expect(page).toHaveURL(/\/locked\?from=/)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal/leads?search=mia')
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
})

test('a session that ends while the portal is locked is signed in again on the lock, and nothing typed is lost', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const { page, cookie } = await openPortal(context, app, agent.email, '/portal/settings')
  await page.getByLabel('First name').fill('Arohanui')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Lock now' }).click()
  await expect(password(page)).toBeFocused()
  await callsWithCookie(app.url, cookie).post('logout')
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await again.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Arohanui')
})

test('check-in at the door of an open home goes on, however long nobody comes', async ({ app, launchOptions }) => {
  const agent = await createLockedAgent(app)
  const { id } = await createPublishedListing(app.db, { agent, title: '12 Rata Street' })
  const home = await createOpenHome(app.db, { listingId: id })
  const device = await startDevice({ app, launchOptions, folder: await newDeviceFolder() })
  await device.page.clock.install()
  await startDoorOn(device, app, agent.email, home.id)
  await confirmStart(device.page)
  await device.page.clock.fastForward(40 * MINUTE_MS)
  await checkInByHand(device.page, { firstName: 'Mia', lastName: 'Chen', email: 'mia@example.nz' })
  await expect(lock(device.page)).toHaveCount(0)
  await device.context.close()
})

test('an owner sets how long members stay signed in and when the portal locks; members see it and may be stricter', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db)
  const { page } = await openPortal(context, app, agent.email, '/portal/agency/security')
  const form = page.getByRole('form', { name: 'Staying signed in' })
  await form.getByLabel('Members stay signed in for').selectOption('12 hours')
  await form.getByLabel('Lock the portal when nobody is using it').selectOption('After 60 minutes')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('It applies from now on')).toBeVisible()
  await expectAccessible(page)
  await open(page, '/portal/settings')
  const own = section(page, 'Lock when away')
  await expect(own).toContainText('locks it after 60 minutes')
  const saved = page.waitForResponse('**/_serverFn/saveIdleLock')
  await own.getByLabel('Lock the portal when I’m away').selectOption('After 15 minutes')
  expect((await saved).status()).toBe(200)
})
