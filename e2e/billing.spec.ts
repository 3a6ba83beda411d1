import type { Page } from '@playwright/test'
import { addAgent } from './agent.ts'
import { expect, test } from './app.ts'
import { collectComplaints } from './complaints.ts'
import { expectFit } from './fit.ts'
import { inDays, PAYS, payWith, setSubscription, tellSandbox } from './support/billing.ts'
import { openSettings, section } from './support/settings.ts'

/** The pages are examined for fitness in several states, which takes its time on a busy computer. */
test.describe.configure({ timeout: 90_000 })

const FETCH_BILLING = '**/_serverFn/fetchBilling*'
const billing = (page: Page) => section(page, 'Billing')
const notice = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

for (const [name, active, known, title, action] of [
  ['that is not active', false, { status: 'canceled' }, 'Your subscription is not active', 'Reactivate'],
  ['whose payment failed', true, { status: 'past_due' }, 'Your last payment did not go through', 'Update card'],
  [
    'whose trial is about to end',
    true,
    { status: 'trialing', trialEndsAt: inDays(3.5) },
    /ends in 4 days/,
    'See my plan',
  ],
  ['that was cancelled', true, { status: 'active', endsAt: inDays(12) }, /^Your subscription ends on/, 'Resume'],
] as const)
  test(`a subscription ${name} is spoken of on every page of the portal`, async ({ context, app }) => {
    const agent = await addAgent(app)
    await setSubscription(app, agent.id, active, known)
    const page = await openSettings(context, app, agent.email)
    const complaints = await collectComplaints(page)
    for (const place of ['/portal', '/portal/leads']) {
      await page.goto(place, { waitUntil: 'networkidle' })
      await expect(notice(page, title)).toBeVisible()
    }
    await expectFit(page)
    await expect(notice(page, title).getByRole('link', { name: action })).toHaveAttribute(
      'href',
      action === 'Update card' ? '/portal/billing' : '/portal/settings#billing',
    )
    expect(complaints).toEqual([])
  })

for (const [name, known] of [
  ['an active subscription', { status: 'active' }],
  ['a trial with a week to go', { status: 'trialing', trialEndsAt: inDays(7) }],
] as const)
  test(`${name} is no news`, async ({ context, app }) => {
    const agent = await addAgent(app)
    await setSubscription(app, agent.id, true, known)
    const page = await openSettings(context, app, agent.email)
    await expect(notice(page, /subscription|trial|payment/i)).toHaveCount(0)
  })

test('subscribe, cancel, resume, cancel, lapse: the section follows at once', async ({ context, app }) => {
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
})

test('the settings do not wait for the provider, and its silence can be asked about again', async ({
  context,
  app,
}) => {
  const page = await openSettings(context, app, (await addAgent(app)).email)
  const answer = Promise.withResolvers<void>()
  await page.route(FETCH_BILLING, async (route) => {
    await answer.promise
    await route.abort()
  })
  await page.reload()
  await expect(billing(page).getByRole('status', { name: 'Loading your billing details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeVisible()
  await expectFit(page)

  answer.resolve()
  await expect(billing(page).getByRole('alert')).toContainText('Your billing details could not be loaded.')
  await expectFit(page)
  await page.unroute(FETCH_BILLING)
  await billing(page).getByRole('button', { name: 'Try again' }).click()
  await expect(billing(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()
})

test('a way to the provider that led back is explained in the section', async ({ context, app }) => {
  const page = await openSettings(context, app, (await addAgent(app)).email)
  await page.goto('/checkout/price_of_long_ago', { waitUntil: 'networkidle' })
  await expect(page).toHaveURL(/\/portal\/settings\?trouble=plan#billing$/)
  await expect(billing(page).getByRole('alert')).toContainText('That plan is not on offer any more')
  await expect(billing(page)).toBeInViewport()
  await expectFit(page)
})

test('what is refused without a subscription names the way to billing', async ({ context, app }) => {
  const page = await openSettings(context, app, (await addAgent(app)).email)
  // A refusal of the server, with this one's name in it.
  await page.route('**/_serverFn/saveProfile', async (route) => {
    const answer = await route.fetch({ postData: '{}' })
    const body = (await answer.text())
      .replaceAll('InvalidInput', 'SubscriptionInactive')
      .replace('Please check what was entered.', 'Your subscription is not active')
    await route.fulfill({ response: answer, status: 403, body })
  })
  await page.getByLabel('First name').fill('Mere')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Your subscription is not active')
  await toast.getByRole('link', { name: 'Go to billing' }).click()
  await expect(page).toHaveURL(/#billing$/)
  await expect(billing(page)).toBeInViewport()
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
