import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { lead } from '../../src/db/schema/leads.ts'
import { checkIn, doorDevice } from '../../src/db/schema/openHomeVisits.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { createOpenHome } from '../../test/fixtures/openHomes.ts'
import { readQr } from '../../test/support/content/readQr.ts'
import { isLong } from '../../test/support/longRun.ts'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import {
  checkInByHand,
  checkInQuickly,
  confirmStart,
  killDevice,
  newDeviceFolder,
  PIN,
  startDevice,
  startDoorOn,
  type Visitor,
} from '../support/doorDevice.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'
import { addVirtualAuthenticator } from '../support/virtualAuthenticator.ts'

const CANARY = 'Zyxwvutcanary'
const VISITORS = 200
/** Typed key by key; the others fill in the same form from inside the page. The long test run types them all. */
const TYPED = isLong ? VISITORS : 12

const visitor = (index: number): Visitor => ({
  firstName: `Visitor${index}`,
  lastName: CANARY,
  email: `visitor-${index}@${CANARY.toLowerCase()}.example.nz`,
})

async function createOpenHomeOfAgent(app: AppWithData) {
  const agent = await createAgent(app.db)
  const listing = await createPublishedListing(app.db, { agent, title: '12 Rata Street' })
  const home = await createOpenHome(app.db, { listingId: listing.id })
  return { agent, listing, home }
}

/** Three starts of a browser, and 200 visitors. */
const TIMEOUT_MS = 300_000

test('200 visitors check in without a signal, through two kills, a full device and a wrong clock, and all arrive once', async ({
  app,
  launchOptions,
}) => {
  test.setTimeout(TIMEOUT_MS)
  const { agent, listing, home } = await createOpenHomeOfAgent(app)
  const folder = await newDeviceFolder()
  const startedAt = Date.now()
  const restart = (offline: boolean, isLate: boolean) => startDevice({ app, launchOptions, folder, offline, isLate })
  const take = async (page: Page, from: number, to: number) => {
    const all = Array.from({ length: to - from }, (_, place) => visitor(from + place))
    const typed = Math.round((TYPED * all.length) / VISITORS)
    for (const one of all.slice(0, typed)) await checkInByHand(page, one)
    await checkInQuickly(page, all.slice(typed))
  }

  let device = await restart(false, true)
  await startDoorOn(device, app, agent.email, home.id)
  await confirmStart(device.page)
  await expect(device.page.getByRole('heading', { name: '12 Rata Street' })).toBeVisible()
  await device.context.setOffline(true)
  await take(device.page, 0, 70)
  await expect(device.page.getByText('70 waiting, we’ll send them when there’s a connection')).toBeVisible()
  await killDevice(device)

  device = await restart(true, true)
  await device.page.goto('/door')
  await expect(device.page.getByText('70 visitors')).toBeVisible()
  const filling = await device.context.newCDPSession(device.page)
  await filling.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1 })
  const { firstName, lastName, email } = visitor(70)
  await device.page.getByLabel('First name').fill(firstName)
  await device.page.getByLabel('Last name').fill(lastName)
  await device.page.getByLabel('Email').fill(email)
  await device.page.getByRole('button', { name: 'Check in' }).click()
  await expect(device.page.getByText('Please tell the agent that this device is full')).toBeVisible()
  await expect(device.page.getByRole('alert')).toContainText('storage is full. 1 check-in will be lost')
  await filling.send('Storage.overrideQuotaForOrigin', { origin: app.url })
  await device.page.getByRole('button', { name: 'Next visitor' }).click()
  await take(device.page, 71, 140)
  await expect(device.page.getByRole('alert')).toHaveCount(0)
  await device.page.getByRole('button', { name: '1 without details', exact: true }).click()
  await expect(device.page.getByText('141 visitors')).toBeVisible()
  await killDevice(device)

  device = await restart(true, true)
  await device.page.goto('/door')
  await take(device.page, 140, VISITORS)
  await device.page.getByRole('button', { name: '−1 without details' }).click()
  await expect(device.page.getByText('202 waiting')).toBeVisible()
  const kept = await dumpDatabase(device.page)
  expect(kept).toContain(home.id)
  expect(kept.toLowerCase()).not.toContain(CANARY.toLowerCase())
  await killDevice(device)
  expect(await findInFiles(folder, CANARY)).toEqual([])

  // The clock corrects itself with the signal.
  device = await restart(false, false)
  await device.page.goto('/door')
  await expect(device.page.getByText('All sent')).toBeVisible({ timeout: 60_000 })
  const stored = await app.db
    .select({ email: lead.email, arrivedAt: checkIn.arrivedAt, consent: checkIn.consent })
    .from(checkIn)
    .innerJoin(lead, eq(lead.id, checkIn.leadId))
    .where(eq(checkIn.openHomeId, home.id))
    .orderBy(asc(checkIn.arrivedAt))
  expect(stored.map((row) => row.email)).toEqual(Array.from({ length: VISITORS }, (_, index) => visitor(index).email))
  expect(await app.db.$count(lead, eq(lead.listingId, listing.id))).toBe(VISITORS)
  for (const { arrivedAt, consent } of stored) {
    expect(arrivedAt.getTime()).toBeGreaterThan(startedAt)
    expect(arrivedAt.getTime()).toBeLessThan(Date.now())
    expect(consent).toContain('By checking in you agree')
  }
  const counted = await app.db
    .select({ visitors: checkIn.visitors, leadId: checkIn.leadId })
    .from(checkIn)
    .where(eq(checkIn.openHomeId, home.id))
  expect(counted.flatMap(({ visitors, leadId }) => (leadId ? [] : [visitors])).toSorted()).toEqual([-1, 1])

  await device.page.getByRole('button', { name: 'Leave' }).click()
  await device.page.getByLabel('PIN').fill(PIN)
  await device.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(device.page.getByRole('heading', { name: 'Check-in isn’t running on this device' })).toBeVisible()
  await device.context.close()
})

test('threat 216: a device at the door shows no portal and no visitor, takes no guessed PIN, and sends nothing that was changed', async ({
  app,
  launchOptions,
}) => {
  test.setTimeout(TIMEOUT_MS)
  const { agent, home } = await createOpenHomeOfAgent(app)
  const folder = await newDeviceFolder()
  const device = await startDevice({ app, launchOptions, folder })
  const { page, context } = device
  const browserErrors = await collectBrowserErrors(page)
  const authenticator = await addVirtualAuthenticator(page)
  await startDoorOn(device, app, agent.email, home.id)
  await page.getByLabel('Also let me leave with this device’s own lock').check()
  await expectNoViolations(page)
  await confirmStart(page)
  await expectNoViolations(page)

  // The portal is gone from this device.
  for (const path of ['/portal', '/portal/leads', '/login']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/door$/)
  }
  expect((await context.cookies()).some(({ name }) => name.endsWith('session'))).toBe(false)
  await page.goBack()
  await expect(page.getByText('12 Rata Street')).toBeVisible()

  await context.setOffline(true)
  const namesBefore = await fieldNames(page)
  for (const index of [1, 2, 3]) await checkInByHand(page, visitor(index))
  await expect(page.getByText(CANARY)).toHaveCount(0)
  expect((await fieldNames(page)).filter((name) => namesBefore.includes(name))).toEqual([])
  await damageFirstEntry(page)

  // Guessing.
  await page.getByRole('button', { name: 'Leave' }).click()
  const dialog = page.getByRole('dialog')
  await expectNoViolations(page)
  for (const guess of ['0000', '1234', '1111']) {
    await dialog.getByLabel('PIN').fill(guess)
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog.getByText('That PIN isn’t right.')).toBeVisible()
    await dialog.getByLabel('PIN').fill('')
  }
  await dialog.getByLabel('PIN').fill(PIN)
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog.getByText(/Too many attempts\. Try again in \d+ seconds\./)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Leave' }).click()
  await authenticator.verifies(false)
  await dialog.getByRole('button', { name: 'Unlock with this device' }).click()
  await expect(dialog.getByText('This device wasn’t unlocked.')).toBeVisible()
  await authenticator.verifies(true)
  await dialog.getByRole('button', { name: 'Unlock with this device' }).click()
  await expect(page.getByText('3 check-ins not sent yet.')).toBeVisible()
  await expectNoViolations(page)

  await context.setOffline(false)
  await expect(page.getByText('1 check-in we couldn’t take')).toBeVisible()
  await expect(page.getByText(CANARY)).toHaveCount(0)
  expect(await app.db.$count(checkIn, eq(checkIn.openHomeId, home.id))).toBe(2)
  const [ended] = await app.db.select().from(doorDevice).where(eq(doorDevice.openHomeId, home.id))
  expect(ended?.endedAt).not.toBeNull()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(browserErrors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await context.close()
})

test('a device at the door fills the screen, shows a code that leads to the check-in form, and can be installed', async ({
  app,
  launchOptions,
}) => {
  const { agent, listing, home } = await createOpenHomeOfAgent(app)
  const device = await startDevice({ app, launchOptions, folder: await newDeviceFolder() })
  const { page, context } = device
  await startDoorOn(device, app, agent.email, home.id)
  await confirmStart(page)
  const code = page.getByRole('img', { name: 'QR code of the check-in form' })
  expect(await readQr(await code.screenshot())).toBe(`${app.url}/listings/${listing.slug}/check-in`)

  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await page.request.get(href ?? '')).json()
  expect(manifest).toMatchObject({ start_url: '/door', display: 'fullscreen' })
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }

  const isFullScreen = () => page.evaluate(() => document.fullscreenElement === document.documentElement)
  const fullScreen = page.getByRole('button', { name: 'Full screen' })
  await fullScreen.click()
  await expect.poll(isFullScreen).toBe(true)
  await expect(fullScreen).toBeHidden()
  await page.evaluate(() => document.exitFullscreen())
  await expect(fullScreen).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, { rules: ['color-contrast'] })
  await context.close()
})

test('threat 217: a form that somebody began and left is empty again after a minute and a half', async ({
  app,
  launchOptions,
}) => {
  const { agent, home } = await createOpenHomeOfAgent(app)
  const device = await startDevice({ app, launchOptions, folder: await newDeviceFolder() })
  const { page, context } = device
  await startDoorOn(device, app, agent.email, home.id)
  await confirmStart(page)
  await page.clock.install()
  await page.reload()
  const email = page.getByLabel('Email')
  await email.fill(`left@${CANARY.toLowerCase()}.example.nz`)
  const [nameBefore] = await fieldNames(page)
  await page.clock.fastForward(80_000)
  await expect(email).not.toHaveValue('')
  await page.clock.fastForward(11_000)
  await expect(email).toHaveValue('')
  expect(await fieldNames(page)).not.toContain(nameBefore)
  await context.close()
})

test('the page that starts check-in helps to install it: with a button where the browser offers one, with steps elsewhere', async ({
  app,
  context,
}) => {
  const { agent, home } = await createOpenHomeOfAgent(app)
  const { page } = await enterPortal(context, app, agent.email)
  const help = page.getByRole('region', { name: 'Install check-in as an app' })
  await open(page, `/portal/door/${home.id}`)
  await expect(page.getByLabel('PIN to leave check-in')).toBeVisible()
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/door.webmanifest')
  await expect(help).toBeHidden()
  // As Chromium does on a device where the app can be installed.
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    dispatchEvent(
      Object.assign(offer, { prompt: () => (document.body.dataset.prompted = String(offer.defaultPrevented)) }),
    )
  })
  await help.getByRole('button', { name: 'Install app' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'true')
  await expect(help).toBeHidden()

  const emulation = await context.newCDPSession(page)
  for (const [userAgent, step] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1', 'Share'],
    ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Install app'],
  ] as const) {
    await emulation.send('Emulation.setUserAgentOverride', { userAgent })
    await open(page, `/portal/door/${home.id}`)
    await expect(help).toContainText(step)
    await expectNoViolations(page, { part: help })
    await open(page, '/door')
    await expect(help).toContainText(step)
  }
  await emulation.detach()
})

const fieldNames = (page: Page) =>
  page.locator('form input').evaluateAll((fields) => fields.map((field) => field.getAttribute('name') ?? ''))

/** Everything that the page's own scripts could read. */
const dumpDatabase = (page: Page) =>
  page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('door'))
    const stores = [...database.objectStoreNames]
    const rows = await Promise.all(stores.map((name) => settled(database.transaction(name).objectStore(name).getAll())))
    database.close()
    return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }, document.cookie])
  })

/** As somebody would who has the device and tools of a developer. */
const damageFirstEntry = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('door')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite')
          const cursor = transaction.objectStore('entries').openCursor()
          cursor.onsuccess = () => {
            const { sealed } = cursor.result?.value ?? {}
            cursor.result?.update({ ...cursor.result.value, sealed: `${sealed.slice(0, -3)}AAA` })
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          transaction.onabort = () => reject(transaction.error)
        }
      }),
  )

/** The names of the files of a browser that contain these words. */
async function findInFiles(folder: string, words: string) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of names) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
    if (bytes.includes(words) || bytes.includes(words.toLowerCase())) found.push(entry.name)
  }
  return found
}
