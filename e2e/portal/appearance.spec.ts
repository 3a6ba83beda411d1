import type { Page } from '@playwright/test'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createDraftThroughApp, createPublishedListing } from '../../test/fixtures/listings.ts'
import { expect, test } from '../support/app.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { open } from '../support/open.ts'
import { enterPortal } from '../support/portal.ts'
import { openSettings } from '../support/settings.ts'

const LIGHT = 'rgb(250, 251, 251)'
const DARK = 'rgb(17, 23, 22)'

const expectBackground = (page: Page, colour: string) =>
  expect(page.locator('body')).toHaveCSS('background-color', colour)
const choose = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Appearance' }).getByText(name, { exact: true }).click()

test('an agent chooses a dark portal with readable placeholders, which the server renders, while buyers’ pages stay light', async ({
  browser,
  context,
  app,
}) => {
  const { slug } = await createPublishedListing(app.db)
  const page = await openSettings(context, app, (await createAgent(app.db)).email)
  const browserErrors = await collectBrowserErrors(page)
  await expectBackground(page, LIGHT)
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
  const placeholder = () =>
    page.getByLabel('Tagline').evaluate((field) => getComputedStyle(field, '::placeholder').color)
  expect(await placeholder()).toBe('rgb(95, 108, 116)')
  await choose(page, 'Dark')
  await expectBackground(page, DARK)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect.poll(placeholder).toBe('rgb(163, 179, 176)')

  await test.step('what buyers see is light in its preview', async () => {
    const card = page.getByRole('figure', { name: 'Preview' }).locator('[data-appearance] > *')
    await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(card).toHaveCSS('color', 'rgb(22, 30, 34)')
  })

  await test.step('it stays dark on the next page, after a reload, and before any script runs', async () => {
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Leads' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
    await expectBackground(page, DARK)
    const storageState = await context.storageState()
    const withoutScripts = await browser.newPage({ storageState, baseURL: app.url, javaScriptEnabled: false })
    await withoutScripts.goto('/portal/settings')
    await expectBackground(withoutScripts, DARK)
    await expect(withoutScripts.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await withoutScripts.close()
    await open(page, '/portal/settings')
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  })

  await test.step('paper and public pages are light', async () => {
    await page.emulateMedia({ media: 'print' })
    await expectBackground(page, LIGHT)
    await page.emulateMedia({ media: 'screen' })
    for (const path of ['/', '/reset-password', `/listings/${slug}`]) {
      await open(page, path)
      await expectBackground(page, LIGHT)
    }
  })

  await test.step('it can follow the device', async () => {
    await open(page, '/portal/settings')
    await choose(page, 'Match device')
    for (const [colorScheme, colour] of [['dark', DARK] as const, ['light', LIGHT] as const]) {
      await page.emulateMedia({ colorScheme })
      await expectBackground(page, colour)
    }
  })
  expect(browserErrors).toEqual([])
})

test('text does not shine through the bars that stay in place, light or dark', async ({ context, app }) => {
  const agent = await createAgent(app.db)
  const { slug } = await createPublishedListing(app.db)
  const { page, cookie } = await enterPortal(context, app, agent.email)
  const draft = await createDraftThroughApp(app.url, cookie, { title: '12 Rata Street' })
  const expectOpaqueBars = async (width: number, minCount: number) => {
    await page.setViewportSize({ width, height: 900 })
    const bars = await page.evaluate(findBars)
    expect(bars.length).toBeGreaterThanOrEqual(minCount)
    expect(bars).not.toContain(false)
  }
  await open(page, '/')
  await expectOpaqueBars(1440, 1)
  await open(page, `/listings/${slug}`)
  await expectOpaqueBars(390, 1)
  for (const appearance of ['light', 'dark']) {
    await context.addCookies([{ name: 'appearance', value: appearance, url: `${app.url}/portal` }])
    // The portal's bar and the editor's; on a phone also the navigation.
    await open(page, `/portal/listings/${draft.id}`)
    await expectOpaqueBars(1440, 2)
    await expectOpaqueBars(390, 3)
  }
})

/** Whether each bar that covers the page while it scrolls is opaque. */
function findBars() {
  const isBar = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const { position } = getComputedStyle(element)
    return /sticky|fixed/.test(position) && width > window.innerWidth / 2 && height > 40 && height < 140
  }
  const isOpaque = (element: Element) => {
    const { backgroundColor, opacity } = getComputedStyle(element)
    return /^rgb\(/.test(backgroundColor) && opacity === '1'
  }
  return [...document.querySelectorAll('body *')].filter(isBar).map(isOpaque)
}
