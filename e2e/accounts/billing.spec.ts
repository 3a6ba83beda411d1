import { eq } from 'drizzle-orm'
import { user } from '../../src/db/schema/accounts.ts'
import { addMember } from '../../test/fixtures/agencies.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { PAYS, setSubscription } from '../../test/fixtures/billing.ts'
import { call } from '../../test/support/call.ts'
import type { RunningApp } from '../../test/support/processes/app.ts'
import { runningSandbox } from '../../test/support/servers/paymentSandbox.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/app.ts'
import { billing, inDays, notice } from '../support/billing.ts'
import { collectBrowserErrors } from '../support/browserErrors.ts'
import { followAddress, open } from '../support/open.ts'
import { enterPortal, openPortal } from '../support/portal.ts'
import { openSettings } from '../support/settings.ts'

/** Accessibility checks of several states take a while on a busy computer. */
test.describe.configure({ timeout: 90_000 })

const FETCH_BILLING = '**/_serverFn/fetchBilling*'

test('every page of the portal has a notice about a subscription that needs attention, and no other', async ({
  context,
  app,
}) => {
  const agent = await createAgent(app.db, { subscriptionActive: false })
  const { page } = await openPortal(context, app, agent.email, '/portal')
  const browserErrors = await collectBrowserErrors(page)
  await expect(
    notice(page, 'You don’t have a subscription yet').getByRole('link', { name: 'Choose a plan' }),
  ).toHaveAttribute('href', '/portal/settings#billing')

  for (const [name, active, known, title, action] of [
    ['not active', false, { status: 'canceled' }, 'Your subscription is not active', 'Reactivate'],
    ['payment failed', true, { status: 'past_due' }, 'Your last payment didn’t go through', 'Update card'],
    ['trial about to end', true, { status: 'trialing', trialEndsAt: inDays(3.5) }, /ends in 4 days/, 'See my plan'],
    ['cancelled', true, { status: 'active', endsAt: inDays(12) }, /^Your subscription ends on/, 'Resume'],
  ] as const)
    await test.step(name, async () => {
      await setSubscription(app.db, agent.id, active, known)
      const expectNotice = async () => {
        await expect(notice(page, title)).toBeVisible()
        await expect(page.getByRole('main').getByRole('link', { name: action })).toHaveCount(1)
      }
      await open(page, '/portal')
      await expectNotice()
      await followAddress(page, '/portal/leads')
      await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
      await expectNotice()
      await expectAccessible(page, { part: notice(page, title) })
      await expect(notice(page, title).getByRole('link', { name: action })).toHaveAttribute(
        'href',
        action === 'Update card' ? '/portal/billing' : '/portal/settings#billing',
      )
    })

  for (const [name, known] of [
    ['active', { status: 'active' }],
    ['a trial with a week to go', { status: 'trialing', trialEndsAt: inDays(7) }],
  ] as const)
    await test.step(name, async () => {
      await setSubscription(app.db, agent.id, true, known)
      await open(page, '/portal/leads')
      await expect(notice(page, /subscription|trial|payment/i)).toHaveCount(0)
    })
  expect(browserErrors).toEqual([])
})

test('the settings do not wait for Stripe, a failed request can be repeated, and a refusal for lack of a subscription links to billing', async ({
  context,
  app,
}) => {
  const { page } = await enterPortal(context, app, (await createAgent(app.db)).email)
  const answer = Promise.withResolvers<void>()
  await page.route(FETCH_BILLING, async (route) => {
    await answer.promise
    await route.abort()
  })
  await page.goto('/portal/settings')
  await expect(billing(page).getByRole('status', { name: 'Loading your billing details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeVisible()
  await expectAccessible(page, { part: billing(page) })

  answer.resolve()
  await expect(billing(page).getByRole('alert')).toContainText('We couldn’t load your billing details.')
  await expectAccessible(page, { part: billing(page) })
  await page.unroute(FETCH_BILLING)
  await billing(page).getByRole('button', { name: 'Try again' }).click()
  await expect(billing(page).getByRole('link', { name: 'Subscribe' })).toBeVisible()

  const headers = { 'content-type': 'application/json', 'x-tss-serialized': 'true' }
  const body = await inactiveRefusal(app)
  await page.route('**/_serverFn/saveProfile', (route) => route.fulfill({ status: 403, headers, body }))
  await page.getByLabel('First name').fill('Mere')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Your subscription is not active')
  // It stays while the pointer is on it.
  await toast.hover()
  await expectNoViolations(page, { part: toast })
  await toast.getByRole('link', { name: 'Go to billing' }).click()
  await expect(page).toHaveURL(/#billing$/)
  await expect(billing(page)).toBeInViewport()
})

test('a checkout link that led back is explained in the section', async ({ context, app }) => {
  const { page } = await enterPortal(context, app, (await createAgent(app.db)).email)
  await open(page, '/checkout/price_of_long_ago')
  await expect(page).toHaveURL(/\/portal\/settings\?checkoutError=plan#billing$/)
  await expect(billing(page).getByRole('alert')).toContainText('That plan is no longer available')
  await expect(billing(page)).toBeInViewport()
  await expectAccessible(page, { part: billing(page) })
})

test('an owner sees who uses the seats, and adds one for the price shown', async ({ context, app }) => {
  const agent = await createAgent(app.db, { subscriptionActive: false, firstName: 'Mia', lastName: 'Chen' })
  const sandbox = runningSandbox(app.dataDir)
  await sandbox.buy(agent.email, PAYS, { client_reference_id: agent.id, subscription_data: {} })
  const customer = async () => {
    const [found] = await app.db.select().from(user).where(eq(user.id, agent.id))
    return found?.subscriptionCustomerId ?? ''
  }
  await expect.poll(customer).not.toBe('')
  await sandbox.setQuantity(await customer(), 3)
  await addMember(app.db, agent, { role: 'manager', firstName: 'Tane', lastName: 'Walker' })
  await addMember(app.db, agent, { role: 'owner', firstName: 'Ruth', lastName: 'Pohatu' })

  const page = await openSettings(context, app, agent.email)
  await expect(billing(page)).toContainText('3 seats × $49 = $147 NZD a month')
  await expect(billing(page).getByRole('list', { name: 'Seats' })).toContainText('Mia ChenRuth PohatuTane Walker')
  await expectAccessible(page, { part: billing(page) })
  await billing(page).getByRole('button', { name: 'Add a seat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a seat' })
  await expect(dialog).toContainText('All 3 seats are taken.Add a seat for $49 NZD a month.')
  await expect(dialog).toContainText(/\$4[89](\.\d\d)? NZD today, for the rest of the period until \d+ \w+ \d{4}\./)
  await expectNoViolations(page, { part: dialog })
  await dialog.getByRole('button', { name: /^Pay \$4/ }).click()

  await expect(page.getByText('Seat added.')).toBeVisible()
  await expect(billing(page)).toContainText('3 of 4 seats in use')
  await expect(billing(page)).toContainText('4 seats × $49 = $196 NZD a month')
  await expect(billing(page).getByRole('button', { name: 'Add a seat' })).toHaveCount(0)

  await billing(page).getByRole('button', { name: 'Change who pays' }).click()
  await page.getByRole('radio', { name: 'Ruth Pohatu' }).check()
  await page.getByRole('button', { name: 'Change payer' }).click()
  await expect(billing(page)).toContainText('Ruth Pohatu pays, and gets the receipts.')
})

/** A real refusal by the server, with the name and message of an inactive subscription. */
async function inactiveRefusal(app: RunningApp) {
  const wrong = { email: 'nobody@example.nz', password: 'not the password' }
  const { text } = await call(app.url, 'login', { method: 'POST', data: wrong })
  return text
    .replace('WrongCredentials', 'SubscriptionInactive')
    .replace('That email and password don’t match.', 'Your subscription is not active')
}
