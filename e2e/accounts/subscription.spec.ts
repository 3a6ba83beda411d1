import type { Page } from '@playwright/test'
import { createAgent, PASSWORD } from '../../test/fixtures/agents.ts'
import { DECLINED, PAYS, setSubscription } from '../../test/fixtures/billing.ts'
import { type RunningApp, startBuiltApp } from '../../test/support/processes/app.ts'
import { runningSandbox } from '../../test/support/servers/paymentSandbox.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { billing, notice, payWith } from '../support/billing.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { emailsTo, resetLink } from '../support/emails.ts'
import { open, reopen } from '../support/open.ts'
import { openSettings } from '../support/settings.ts'

/** A long test with accessibility checks on the way. */
test.describe.configure({ timeout: 180_000 })

/** Its own application, because its clock will be moved. */
const clockTest = test.extend<{ own: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parts from here
  own: async ({}, use) => {
    const app = await startBuiltApp()
    await use(app)
    await app.stop()
  },
})

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your subscription is not active' })

clockTest(
  'from checkout to a working portal, cancelled, lapsed, refused an edit, and back',
  async ({ browser, own: app }) => {
    const page = await (await browser.newContext({ baseURL: app.url })).newPage()
    await page.goto('/checkout/price_sandbox_monthly')
    await payWith(page, { email: 'tui@example.nz', number: DECLINED })
    await expect(page.getByRole('alert')).toContainText('declined')
    await payWith(page, { email: 'tui@example.nz', number: PAYS })
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    const checkoutId = page.url().split('/').at(-1) ?? ''

    await open(page, await resetLink(app, 'tui@example.nz'))
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/portal')
    await open(page, '/portal/listings/new')
    await title(page).fill('12 Rata Street')
    await expect(page).toHaveURL(/\/portal\/listings\/list_/)
    const editor = page.url()

    const browserErrors = await collectBrowserErrors(page)
    await open(page, '/portal/settings#billing')
    await expect(billing(page)).toContainText('Free trial30 days left')
    await expect(billing(page)).toContainText('Visa •••• 4242')
    await expect(billing(page).getByRole('row', { name: /TEST-\d+ .* \$0 Paid/ })).toBeVisible()
    await expectAccessible(page, { part: billing(page) })
    await cancelAtStripe(page)
    await expect(billing(page)).toContainText('CancelledWorks until')
    await expect(notice(page, /^Your subscription ends on/)).toBeVisible()
    await billing(page).getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Your subscription continues.')).toBeVisible()
    await expect(notice(page, /^Your subscription ends on/)).toHaveCount(0)

    const { stripe, advance } = runningSandbox(app.dataDir)
    const { subscription } = await stripe.checkout.sessions.retrieve(checkoutId)
    await stripe.subscriptions.update(String(subscription), { cancel_at_period_end: true })
    await advance(40)
    // Sent once we have heard of it.
    await expect
      .poll(async () => (await emailsTo(app, 'tui@example.nz')).map(({ subject }) => subject))
      .toContain('Your subscription has ended')
    await reopen(page)
    await expect(billing(page)).toContainText('Not activeSince')
    await expect(notice(page, 'Your subscription is not active')).toBeVisible()
    await expectAccessible(page, { part: billing(page) })
    expect(browserErrors).toEqual([])

    await open(page, editor)
    await title(page).fill('12 Rata Street, Karori')
    await page.getByRole('textbox', { name: 'Description' }).fill('Sunny all day.')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(refusal(page)).toBeVisible()
    await expect(title(page)).toHaveValue('12 Rata Street, Karori')
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('Sunny all day.')
    await expectAccessible(page, { part: refusal(page) })

    await refusal(page).getByRole('link', { name: 'Go to billing' }).click()
    await page
      .getByRole('dialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Discard changes' })
      .click()
    await billing(page).getByRole('link', { name: 'Reactivate' }).click()
    await payWith(page, { number: PAYS })
    await expect(page.getByRole('heading', { name: 'Your subscription is active' })).toBeVisible()
    await open(page, editor)
    await title(page).fill('12 Rata Street, Karori')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText(/Saved/).first()).toBeVisible()
    await expect(refusal(page)).toHaveCount(0)
    await reopen(page)
    await expect(title(page)).toHaveValue('12 Rata Street, Karori')
  },
)

test('there is a notice about a card that expires before the next payment', async ({ context, app }) => {
  const agent = await createAgent(app.db)
  await setSubscription(app.db, agent.id, false, { status: 'canceled' })
  const page = await openSettings(context, app, agent.email)
  await expect(billing(page)).toContainText('You don’t have a subscription yet')
  await billing(page).getByRole('link', { name: 'Subscribe' }).click()
  const thisMonth = new Date().toISOString().replace(/^\d\d(\d\d)-(\d\d).*/, '$2/$1')
  await payWith(page, { number: PAYS, expiry: thisMonth })
  await page.getByRole('link', { name: 'Go to the portal' }).click()
  await expect(notice(page, 'Your subscription is not active')).toHaveCount(0)
  await open(page, '/portal/settings#billing')
  await expect(billing(page)).toContainText('Your card expires before the next payment')
})

async function cancelAtStripe(page: Page) {
  await billing(page).getByRole('link', { name: 'Manage card, invoices and cancellation' }).click()
  await page
    .getByRole('link', { name: /Cancel/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /Cancel/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /Back|Return/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/portal\/settings#billing$/)
}
