import type { Page } from '@playwright/test'
import { startBuiltApp } from '../test/support/app.ts'
import { addAgent } from './agent.ts'
import { expect, test } from './app.ts'
import { collectComplaints } from './complaints.ts'
import { expectFit } from './fit.ts'
import { billing, notice, PAYS, payWith, setSubscription, tellSandbox } from './support/billing.ts'
import { openSettings } from './support/settings.ts'

test('subscribe, cancel, resume, cancel, lapse: the section follows at once', async ({ browser }) => {
  // Its own, because its clock will be moved.
  const app = await startBuiltApp()
  const context = await browser.newContext({ baseURL: app.url })
  const agent = await addAgent(app)
  await setSubscription(app, agent.id, false, { status: 'canceled' })
  const page = await openSettings(context, app, agent.email)
  await expect(billing(page)).toContainText('No subscription is linked to your account yet')
  await billing(page).getByRole('link', { name: 'Subscribe' }).click()
  const thisMonth = new Date().toISOString().replace(/^\d\d(\d\d)-(\d\d).*/, '$2/$1')
  await payWith(page, { number: PAYS, expiry: thisMonth })
  await page.getByRole('link', { name: 'Go to the portal' }).click()
  await expect(notice(page, 'Your subscription is not active')).toHaveCount(0)

  const complaints = await collectComplaints(page)
  await page.goto('/portal/settings#billing', { waitUntil: 'networkidle' })
  await expect(billing(page)).toContainText('Property Files$49 NZD a month')
  await expect(billing(page)).toContainText('Free trial30 days left')
  await expect(billing(page)).toContainText('Visa •••• 4242')
  await expect(billing(page)).toContainText('Your card expires before the next payment')
  await expect(billing(page).getByRole('row', { name: /TEST-\d+ .* \$0 Paid/ })).toBeVisible()
  await expectFit(page)

  await cancelAtProvider(page)
  await expect(billing(page)).toContainText('CancelledWorks until')
  await expect(notice(page, /^Your subscription ends on/)).toBeVisible()
  await billing(page).getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Your subscription goes on.')).toBeVisible()
  await expect(billing(page)).toContainText('Free trial')
  await expect(notice(page, /^Your subscription ends on/)).toHaveCount(0)

  await cancelAtProvider(page)
  await tellSandbox(app, '/_sandbox/clock', { advance_days: 40 })
  await page.reload({ waitUntil: 'networkidle' })
  await expect(billing(page)).toContainText('Not activeSince')
  await expect(notice(page, 'Your subscription is not active')).toBeVisible()
  await expectFit(page)
  expect(complaints).toEqual([])

  await billing(page).getByRole('link', { name: 'Reactivate' }).click()
  await payWith(page, { number: PAYS })
  await expect(page.getByRole('heading', { name: 'Your subscription is active' })).toBeVisible()
  await app.stop()
})

async function cancelAtProvider(page: Page) {
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
