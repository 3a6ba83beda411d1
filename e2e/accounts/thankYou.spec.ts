import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { token } from '../../src/db/schema/accounts.ts'
import { issueToken } from '../../src/features/accounts/server/credentials/emailedTokens.server.ts'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { PAYS } from '../../test/fixtures/billing.ts'
import { runningSandbox } from '../../test/support/servers/paymentSandbox.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { openCheckout, payWith } from '../support/billing.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { confirmLink, emailsTo, resetLink } from '../support/emails.ts'
import { open, reopen } from '../support/open.ts'
import { dropOn, propertyFolder } from '../support/propertyFolder.ts'

const FULFIL = '**/_serverFn/fulfilCheckout'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function subscribe(page: Page, email: string) {
  await page.goto('/checkout/price_sandbox_monthly')
  await payWith(page, { email, number: PAYS })
  await expect(page).toHaveURL(/\/thank-you\/cs_/)
}

test('a new agent goes from a plan through checkout, email and password to a published listing, in at most nine clicks from the email', async ({
  page,
  app,
}) => {
  await open(page, '/get-started')
  await page.getByRole('link', { name: 'Start my 30-day free trial' }).click()
  await payWith(page, { email: 'tui@example.nz', number: PAYS })
  await expect(page).toHaveURL(/\/thank-you\/cs_/)
  await expect(heading(page, 'Check your inbox')).toBeVisible()
  await expect(page.getByText('tu…@example.nz')).toBeVisible()
  const thankYou = page.url()
  const link = await resetLink(app, 'tui@example.nz')

  const browserErrors = await collectBrowserErrors(page)
  await reopen(page)
  await expect(heading(page, 'Check your inbox')).toBeVisible()
  await expectAccessible(page)
  expect(browserErrors).toEqual([])
  expect(await emailsTo(app, 'tui@example.nz')).toHaveLength(1)

  // The link in the email is the first click.
  let clicks = 1
  const click = (target: Locator) => {
    clicks += 1
    return target.click()
  }
  await open(page, link)
  await expect(heading(page, 'Create your password')).toBeVisible()
  await click(page.getByRole('textbox', { name: 'Password' }))
  await page.keyboard.type(PASSWORD)
  await click(page.getByRole('button', { name: 'Create password' }))
  await expect(page).toHaveURL(/\/portal$/)
  await expect(page.getByText('Welcome, Tui')).toBeVisible()
  await click(page.getByRole('main').getByRole('link', { name: 'Create a listing' }))
  await expect(page.getByRole('region', { name: 'Start with the files' })).toBeVisible()
  await dropOn(page, await propertyFolder({ documents: 2, photos: 2 }))
  await expect(page.getByRole('heading', { name: 'Documents 2' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Photos 2' })).toBeVisible()
  await click(page.getByLabel('Street address'))
  await page.keyboard.type('12 Rata Street, Karori, Wellington 6012')
  await click(page.getByRole('button', { name: 'Publish' }))
  const sheet = page.getByRole('dialog', { name: '12 Rata Street, Karori is live' })
  await page.context().grantPermissions(['clipboard-write'])
  await click(sheet.getByRole('button', { name: 'Copy link' }))
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(9)

  await open(page, thankYou)
  await expect(heading(page, 'Your account is ready')).toBeVisible()
  await expectAccessible(page)
  await open(page, link)
  await expect(heading(page, 'You’ve already created your password')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/portal$/)
})

test('an expired link to create the password is replaced with one click, and the new one signs in', async ({
  page,
  app,
}) => {
  const { id, email } = await createAgent(app.db)
  const value = await issueToken(app.db, 'create_password', id, undefined, -1)
  const browserErrors = await collectBrowserErrors(page)
  await open(page, `/reset-password/${value}?first=true`)
  await expect(heading(page, 'This link has expired')).toBeVisible()
  await expect(page).toHaveTitle('This link has expired · Property Files')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(heading(page, 'Check your inbox')).toBeFocused()
  await expect(page.getByRole('main')).not.toContainText('@')
  await expectAccessible(page)

  await open(page, await resetLink(app, email))
  await page.getByRole('textbox', { name: 'Password' }).fill('my first one')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/portal$/)
  expect(browserErrors).toEqual([])
})

test('a link that expires while its page is open is replaced there too', async ({ page, app }) => {
  const { id, email } = await createAgent(app.db)
  await open(page, `/reset-password/${await issueToken(app.db, 'create_password', id)}?first=true`)
  await app.db.update(token).set({ expiresAt: new Date() }).where(eq(token.userId, id))
  await page.getByRole('textbox', { name: 'Password' }).fill('my first one')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'This link has expired')).toBeFocused()
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(heading(page, 'Check your inbox')).toBeFocused()
  await resetLink(app, email)
})

test('the email is sent again after a pause, three times at most, and a wrong address is explained', async ({
  page,
  app,
}) => {
  await page.clock.install()
  await subscribe(page, 'typo@exmaple.nz')
  await expect(page.getByRole('button', { name: /Send again in/ })).toBeDisabled()
  for (const count of [2, 3, 4]) {
    await page.clock.runFor(31_000)
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('Sent again.')).toBeVisible()
    await resetLink(app, 'typo@exmaple.nz', count)
  }
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('alert')).toContainText('Too many attempts. Try again in')
  await expectAccessible(page)

  await expect(page.getByText('ty…@exmaple.nz')).toBeVisible()
  await page.getByRole('link', { name: 'See what to do' }).click()
  await expect(page).toHaveURL(/\/help#wrong-address$/)
  await expect(page.getByText('I entered the wrong email address at the checkout')).toBeInViewport()
})

test('paying with the address of an existing account looks the same, and is linked by the owner’s click', async ({
  page,
  app,
}) => {
  const { email } = await createAgent(app.db)
  await subscribe(page, email)
  await expect(heading(page, 'Check your inbox')).toBeVisible()
  const thankYou = page.url()

  const browserErrors = await collectBrowserErrors(page)
  await open(page, await confirmLink(app, email))
  await expect(heading(page, 'Did you pay for Property Files?')).toBeVisible()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(heading(page, 'Your subscription is active')).toBeVisible()
  await expectAccessible(page)
  expect(browserErrors).toEqual([])
  await reopen(page)
  await expect(heading(page, 'This link has expired')).toBeVisible()
  await expectAccessible(page)
  await open(page, thankYou)
  await expect(heading(page, 'Your account is ready')).toBeVisible()

  // Now there is an active subscription: a second one is cancelled, and the page still says the same.
  await subscribe(page, email)
  await expect(heading(page, 'Check your inbox')).toBeVisible()
  await expect
    .poll(async () => (await emailsTo(app, email)).map(({ subject }) => subject))
    .toContain('You already have a subscription')
})

test('requesting the URL does nothing by itself: the page’s script fulfils the checkout', async ({ request, app }) => {
  const id = await openCheckout(app)
  expect(await (await request.get(`/thank-you/${id}`)).text()).toContain('One moment, please')
})

test('the page waits for an unfinished checkout and for a server that does not respond, then explains', async ({
  page,
  app,
}) => {
  const browserErrors = await collectBrowserErrors(page)
  await page.clock.install()
  let checks = 0
  page.on('request', (request) => {
    if (request.url().includes('/_serverFn/fulfilCheckout')) checks++
  })
  const id = await openCheckout(app)
  await open(page, `/thank-you/${id}`)
  await expect(page.getByText('Waiting for our payment partner')).toBeVisible()
  await expectAccessible(page)

  // Each check starts a pause after the previous response, and a response can take any time.
  const slow = heading(page, 'This is taking longer than usual')
  await expect
    .poll(async () => {
      await page.clock.runFor(21_000)
      return slow.isVisible()
    })
    .toBe(true)
  expect(checks).toBe(13)
  await expectAccessible(page)
  expect(browserErrors).toEqual([])

  await test.step('while the server does not respond, it keeps trying and says so', async () => {
    await page.route(FULFIL, (route) => route.abort())
    await open(page, `/thank-you/${id}`)
    await expect(page.getByText('We’ll keep trying, and nothing is charged twice.')).toBeVisible()
    await page.unroute(FULFIL)
    await page.clock.runFor(5_000)
    await expect(page.getByText('Waiting for our payment partner')).toBeVisible()
  })
  await runningSandbox(app.dataDir).expire(id)
  await page.clock.runFor(5_000)
  await expect(heading(page, 'The checkout wasn’t finished')).toBeVisible()
  await expectAccessible(page)
})

test('an unknown checkout is explained', async ({ page }) => {
  for (const id of ['cs_nothing', 'no%20number%20at%20all']) {
    await open(page, `/thank-you/${id}`)
    await expect(heading(page, 'We can’t find this checkout')).toBeVisible()
  }
  await expectAccessible(page)
})
