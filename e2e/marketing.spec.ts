import { expectNoViolations } from './support/accessibility.ts'
import { expect, test } from './support/app.ts'
import { collectBrowserErrors } from './support/browserErrors.ts'
import { shiftSoFar, watchShifts } from './support/layoutShifts.ts'
import { open } from './support/open.ts'
import { clearCookies, email, signIn } from './support/signIn.ts'

const phone = { width: 390, height: 844 }
const laptop = { width: 1440, height: 900 }

test('a visitor goes from the home page through features and pricing to the checkout, on a laptop and on a phone', async ({
  page,
}) => {
  const browserErrors = await collectBrowserErrors(page)

  await test.step('the home page has its meta tags and loads its main picture first', async () => {
    await open(page, '/')
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      'Manage property files, automate listing admin and more! Buyers view files for free and agents get qualified leads straight to their inbox.',
    )
    const preload = page.locator('link[rel=preload][as=image][media*=min-width]')
    await expect(preload).toHaveAttribute('fetchpriority', 'high')
    const picture = page.getByRole('img', { name: /a listing as buyers see it/ })
    const shown = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth && image.currentSrc)
    expect(await preload.getAttribute('imagesrcset')).toContain(new URL(String(shown)).pathname)
    await expect(page.getByRole('main')).toContainText('30-day free trial · 30-day money-back guarantee')
    await expect(page.getByRole('link', { name: 'See a live example' }).first()).toHaveAttribute(
      'href',
      /^\/listings\//,
    )
  })

  await test.step('zoomed to 200 % and on a phone, the heading leaves room for the action and the picture', async () => {
    for (const viewport of [{ width: 720, height: 450 }, phone]) {
      await page.setViewportSize(viewport)
      await expect(page.getByRole('main').getByRole('link', { name: 'Start free trial' }).first()).toBeInViewport()
      await expect(page.getByRole('img', { name: /a listing as buyers see it/ })).toBeInViewport()
    }
    // A phone at 200 %.
    await page.setViewportSize({ width: 195, height: 422 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
    await page.setViewportSize(laptop)
  })

  await test.step('the features page has links to its sections', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' }).click()
    await expect(page).toHaveTitle('Features · Property Files')
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Analytics' }).click()
    await expect(page.getByRole('heading', { name: 'Proof for the vendor, without cookies' })).toBeInViewport()
  })

  await test.step('on a phone the menu opens by keyboard, closes and returns the focus', async () => {
    await page.setViewportSize(phone)
    const opener = page.getByRole('button', { name: 'Open the menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('link', { name: 'Pricing' })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await menu.getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL(/\/pricing$/)
    await expect(menu).toBeHidden()
  })

  await test.step('the price is shown, and starting the trial opens the checkout', async () => {
    await page.setViewportSize(laptop)
    await expect(page.getByText('$49 NZD a month')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click()
    await page.getByRole('link', { name: 'Start my 30-day free trial' }).click()
    await expect(page).toHaveURL(/\/pay\//)
    await expect(page.getByLabel('Card number')).toBeVisible()
  })
  expect(browserErrors).toEqual([])
})

test('to an agent’s browser every page offers the portal instead of signing in, and nothing moves', async ({
  page,
  context,
  app,
}) => {
  const browserErrors = await collectBrowserErrors(page)
  const account = page.getByRole('banner')
  await open(page, '/')
  await expect(account.getByRole('link', { name: 'Open portal' })).toBeHidden()
  await expect(account.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await signIn(context, app)
  await open(page, '/portal')
  await page.addInitScript(watchShifts)
  for (const path of ['/', '/help']) {
    await open(page, path)
    await expect(account.getByRole('link', { name: 'Open portal' })).toBeVisible()
    for (const name of ['Sign in', 'Start free trial'])
      await expect(account.getByRole('link', { name, includeHidden: true }).first()).toBeHidden()
    expect(await page.evaluate(shiftSoFar)).toBe(0)
  }
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expectNoViolations(page)
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Open portal' }).click()
  await expect(page).toHaveURL(/\/portal$/)

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Home page' }).click()
  await expect(account.getByRole('link', { name: 'Open portal' })).toBeVisible()
  expect(browserErrors).toEqual([])
  await page.goBack()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.setViewportSize(laptop)
  await open(page, '/')
  await expect(account.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('when the session has ended elsewhere, opening the portal asks to sign in, and other pages offer that again', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await open(page, '/portal')
  await clearCookies(page)
  await open(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Open portal' }).click()
  await expect(email(page)).toBeFocused()
  await open(page, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})
