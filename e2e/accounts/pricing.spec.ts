import { DECLINED } from '../../test/fixtures/billing.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { payWith } from '../support/billing.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { followAddress, open } from '../support/open.ts'
import { signIn } from '../support/signIn.ts'

const PRICING = '**/_serverFn/fetchPricing*'

test('the server-rendered page contains the price', async ({ request }) => {
  for (const url of ['/pricing', '/get-started']) expect(await (await request.get(url)).text()).toContain('$49')
})

test('the switch shows the yearly price and its saving, and the next page keeps the choice', async ({ page }) => {
  const browserErrors = await collectBrowserErrors(page)
  await open(page, '/pricing')
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked()

  await page.getByRole('radio', { name: 'Monthly' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked()
  await expect(page.getByText('$490 NZD a year')).toBeVisible()
  await expect(page.getByText('That’s $40.83 a month. You save $98 (16%).')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click()
  await expect(page).toHaveURL(/\/get-started\?plan=year$/)
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked()
  await expect(page.getByText('Due today')).toBeVisible()
  await page.getByText('Monthly', { exact: true }).click()
  await expect(page).toHaveURL(/\/get-started\?plan=month$/)
  await expect(page.getByRole('link', { name: 'Start my 30-day free trial' })).toHaveAttribute(
    'href',
    /\/checkout\/price_sandbox_monthly$/,
  )
  await expectAccessible(page)
  expect(browserErrors).toEqual([])
})

test('without a price the rest of the page works, and a retry loads it', async ({ page }) => {
  await open(page, '/login')
  await page.route(PRICING, (route) => route.abort())
  await followAddress(page, '/pricing')

  await expect(page.getByText('We can’t show the price right now')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(PRICING)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('$49 NZD a month')).toBeVisible()
})

test('a declined card stays in the checkout, and after going back the button works again', async ({ page }) => {
  await open(page, '/get-started')
  const start = page.getByRole('link', { name: 'Start my 30-day free trial' })
  await start.click()
  await payWith(page, { email: 'declined@example.nz', number: DECLINED })
  await expect(page).toHaveURL(/\/pay\//)
  await expect(page.getByRole('alert')).toContainText('declined')

  await page.goBack()
  await page.goBack()
  await expect(start).toBeVisible()
  await expect(start).not.toHaveAttribute('aria-disabled')
  await start.click()
  await expect(page).toHaveURL(/\/pay\//)
})

test('the button is busy after the click, opens no second checkout, and becomes usable again', async ({ page }) => {
  await page.clock.install()
  await open(page, '/get-started')
  let opened = 0
  // The browser stays on the page, as when Stripe is slow.
  await page.route('**/checkout/**', (route) => {
    opened++
    return route.fulfill({ status: 204 })
  })
  const start = page.locator('a[href*="/checkout/"]')
  await start.click()
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await start.press('Enter')
  await start.press('Enter')
  await expectAccessible(page)
  expect(opened).toBe(1)

  await page.clock.runFor(15_000)
  await expect(start).not.toHaveAttribute('aria-disabled')
})

test('a failed checkout link returns with an explanation', async ({ page }) => {
  await open(page, '/checkout/price_of_long_ago')
  await expect(page).toHaveURL(/\/get-started\?checkoutError=plan#billing$/)
  await expect(page.getByRole('alert')).toContainText('That plan is no longer available')
  await expectAccessible(page)

  await open(page, '/get-started?checkoutError=unavailable')
  await expect(page.getByRole('alert')).toContainText('We couldn’t open the payment page')
  await open(page, '/get-started?checkoutError=<b>')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a signed-in agent is sent to billing instead', async ({ page, context, app }) => {
  await signIn(context, app)
  await open(page, '/get-started')
  await expect(page.getByText('You already have an account')).toBeVisible()
  await page.getByRole('link', { name: 'Go to billing' }).click()
  await expect(page).toHaveURL(/\/portal\/settings#billing$/)
})
