import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { AppWithData } from '../../test/support/processes/appData.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'
import { expect } from './app.ts'
import { open } from './open.ts'
import { enterPortal } from './portal.ts'

type LaunchOptions = Parameters<typeof chromium.launchPersistentContext>[1]

interface Device {
  context: BrowserContext
  page: Page
  /** Where the browser keeps everything. */
  folder: string
}

const HOUR_MS = 3_600_000

interface StartOptions {
  app: AppWithData
  launchOptions: LaunchOptions
  folder: string
  offline?: boolean
  /** Whether the device's clock is an hour behind. */
  isLate?: boolean
}

/** A tablet with a browser of its own, which keeps what it stores when it is killed. */
export async function startDevice({ app, launchOptions, folder, offline, isLate }: StartOptions): Promise<Device> {
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    // Being offline is emulated for pages only: a worker that a restarted browser wakes to send what waits would have a line.
    args: [...(launchOptions?.args ?? []), ...(offline ? ['--host-resolver-rules=MAP localhost ~NOTFOUND'] : [])],
    ...{ baseURL: app.url, viewport: { width: 1024, height: 768 }, locale: 'en-NZ', offline },
    reducedMotion: 'reduce',
  })
  if (isLate)
    await context.addInitScript((lateMs) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() - lateMs
    }, HOUR_MS)
  return { context, page: context.pages()[0] ?? (await context.newPage()), folder }
}

export const newDeviceFolder = () => temporaryFolder()

/** As a device does that runs out of memory or battery: nothing is closed, and nothing is asked. */
export async function killDevice({ context }: Device) {
  const browser = context.browser()
  if (!browser) throw new Error('The context has no browser.')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('The browser has no process.')
  const closed = new Promise((resolve) => context.once('close', resolve))
  process.kill(main.id, 'SIGKILL')
  await closed
}

export const PIN = '270816'

/** Signs the agent in and turns the device into the one at the door. */
export async function startDoorOn(
  { context, page }: Pick<Device, 'context' | 'page'>,
  app: AppWithData,
  email: string,
  openHomeId: string,
) {
  await enterPortal(context, app, email)
  await open(page, `/portal/door/${openHomeId}`)
  await page.getByLabel('PIN to leave check-in').fill(PIN)
}

export async function confirmStart(page: Page) {
  await page.getByRole('button', { name: 'Sign out and start check-in' }).click()
  await page.waitForURL('**/door')
  await expect(page.getByRole('button', { name: 'Check in' })).toBeEnabled()
}

export interface Visitor {
  firstName: string
  lastName: string
  email: string
}

/** As somebody types it. Resolves once the form has thanked them. */
export async function checkInByHand(page: Page, { firstName, lastName, email }: Visitor) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText(`Thanks, ${firstName}. You’re checked in.`)).toBeVisible()
  await page.getByRole('button', { name: 'Next visitor' }).click()
}

/** The same through the same form, from inside the page: for many. */
export const checkInQuickly = (page: Page, visitors: Visitor[]) =>
  page.evaluate(async (list) => {
    const until = async <Found>(find: () => Found | null | undefined) => {
      for (;;) {
        const found = find()
        if (found) return found
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }
    const type = (field: Element | undefined, text: string) => {
      if (!(field instanceof HTMLInputElement)) throw new Error('No such field.')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const button = (name: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    for (const { firstName, lastName, email } of list) {
      const form = await until(() => document.querySelector('form'))
      const fields = [...form.querySelectorAll('input')]
      if (fields.some(({ value }) => value !== '')) throw new Error('The form shows somebody.')
      type(fields[0], firstName)
      type(fields[1], lastName)
      type(fields[2], email)
      const send = await until(() => button('Check in'))
      send.click()
      await until(() => document.body.textContent?.includes(`Thanks, ${firstName}. You’re checked in.`))
      const next = await until(() => button('Next visitor'))
      next.click()
    }
  }, visitors)
