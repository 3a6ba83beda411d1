import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '../src/db/schema/accounts.ts'
import { paymentEvent } from '../src/db/schema/billing.ts'
import { issueToken } from '../src/features/accounts/server/credentials/emailedTokens.server.ts'
import type { Plan } from '../src/features/billing/billing.schema.ts'
import { startSession } from '../src/platform/auth/sessions.server.ts'
import { addMember } from './fixtures/agencies.ts'
import { createAgent, ownAgency } from './fixtures/agents.ts'
import { waitForEmailedLink } from './fixtures/emails.ts'
import { call } from './support/call.ts'
import { eventually } from './support/eventually.ts'
import { useDeployedApp } from './support/processes/deployedApp.ts'
import { runningSandbox } from './support/servers/paymentSandbox.ts'

const parts = useDeployedApp()
let sandbox: ReturnType<typeof runningSandbox>
beforeAll(() => {
  sandbox = runningSandbox(parts.app.dataDir)
})

const agentWith = async (email: string) => {
  const [found] = await parts.database.db.select().from(user).where(eq(user.email, email))
  return found
}
const as = async (agent: { id: string }) => ({
  cookie: `session=${await startSession(parts.database.db, agent.id, '')}`,
})
const fulfil = (sessionId: string) => call(parts.url, 'fulfilCheckout', { method: 'POST', data: { sessionId } })
const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(parts.url + path, { headers, redirect: 'manual' })

/** An agent who went through the checkout. */
async function subscriber(email: string) {
  await sandbox.buy(email)
  return eventually(() => agentWith(email))
}

function sendWebhook(event: object) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandbox.webhookSecret })
  return fetch(`${parts.url}/webhooks/stripe`, {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': signature },
  })
}

describe('pricing', () => {
  test('the plans come from Stripe, each with a link to the checkout', async () => {
    const { result } = await call(parts.url, 'fetchPricing')
    expect(result).toEqual({
      plans: (['month', 'year'] as const).map((interval) => ({
        priceId: expect.stringMatching(/^price_/),
        name: 'Property Files',
        description: expect.any(String),
        amount: expect.any(Number),
        currency: 'nzd',
        interval,
        intervalCount: 1,
        trialDays: 30,
        checkoutUrl: expect.stringMatching(new RegExp(`^${parts.url}/checkout/price_`)),
      })),
    })
    const [price] = await Promise.all(
      (result as { plans: Plan[] }).plans.map(({ priceId }) => sandbox.stripe.prices.retrieve(priceId)),
    )
    expect((result as { plans: Plan[] }).plans[0]?.amount).toBe(price?.unit_amount)
  })

  test('the checkout begins with a 30-day trial and a card', async () => {
    const answer = await visit('/checkout/price_sandbox_yearly')
    expect(answer.status).toBe(303)
    const [, id = ''] = /\/pay\/(\w+)$/.exec(answer.headers.get('location') ?? '') ?? []
    const session = await sandbox.stripe.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({ mode: 'subscription', payment_method_collection: 'always', amount_total: 0 })
    expect(session.success_url).toBe(`${parts.url}/thank-you/{CHECKOUT_SESSION_ID}`)
  })

  test('a price that is not for sale redirects back with the reason', async () => {
    const answer = await visit('/checkout/price_other')
    expect(answer.headers.get('location')).toBe(`${parts.url}/get-started?checkoutError=plan#billing`)
  })
})

describe('while Stripe is down and no price was ever read', () => {
  const unread = useDeployedApp()

  test('the pages with the price work, explain it and offer a retry; the call itself responds 503', async () => {
    const partner = runningSandbox(unread.app.dataDir)
    await partner.fail('api_error', 100)
    for (const path of ['/pricing', '/get-started']) {
      const page = await fetch(unread.url + path)
      expect(page.status, path).toBe(200)
      expect(page.headers.get('retry-after')).toBeNull()
      expect(await page.text()).toMatch(/We can’t show the price right now.*<button/s)
    }
    const answer = await call(unread.url, 'fetchPricing')
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await partner.endFaults()
    await eventually(async () => (await (await fetch(`${unread.url}/pricing`)).text()).includes('$49'))
  })
})

describe('fulfilment', () => {
  test('the webhook alone creates the account', async () => {
    const agent = await subscriber('webhook@example.nz')
    expect(agent).toMatchObject({ subscriptionActive: true, emailVerified: false })
  })

  test('the page alone creates it too, and is safe to reload', async () => {
    const sessionId = await sandbox.buy('page@example.nz')
    for (let load = 0; load < 3; load += 1) {
      const { result, status } = await fulfil(sessionId)
      expect(status).toBe(200)
      expect(result).toEqual({ state: 'emailed', email: 'pa…@example.nz', finished: false })
    }
  })

  test('threat 47, threat 101: another person’s checkout reveals only a masked address and signs no one in', async () => {
    const sessionId = await sandbox.buy('other.person@example.nz')
    const answer = await fulfil(sessionId)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.result).toEqual({ state: 'emailed', email: 'ot…@example.nz', finished: false })
    expect(answer.text).not.toMatch(/oth|person/)
    expect((await fulfil('cs_test_unknown')).status).toBe(404)
  })

  test('threat 101: once the password is created, the checkout reveals nothing about the address', async () => {
    const sessionId = await sandbox.buy('done@example.nz')
    await fulfil(sessionId)
    const agent = await agentWith('done@example.nz')
    const token = await issueToken(parts.db, 'create_password', agent?.id ?? '')
    await call(parts.url, 'resetPassword', { method: 'POST', data: { token, password: 'my first one' } })
    const answer = await fulfil(sessionId)
    expect(answer.result).toEqual({ state: 'emailed', finished: true })
    expect(answer.text).not.toContain('example.nz')
  })

  test('what isn’t the id of a checkout is refused with a sentence', async () => {
    const { status, error } = await fulfil('../../v1/customers')
    expect(status).toBe(400)
    expect(error).toMatchObject({ fields: { sessionId: 'This isn’t the id of a checkout' } })
  })
})

describe('threat 89: a payment with the address of an existing account', () => {
  test('gets the same response as any other, and is linked by a click in the email, not by opening it', async () => {
    const agent = await createAgent(parts.database.db, { subscriptionActive: false })
    const known = await fulfil(await sandbox.buy(agent.email))
    const unknown = await fulfil(await sandbox.buy(`${agent.id}-new@example.nz`))
    expect(known.text).toBe(unknown.text)
    expect(known.status).toBe(200)

    const link = await waitForEmailedLink(parts.app.dataDir, agent.email, '/confirm-checkout/')
    const page = await fetch(link)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const token = link.split('/').at(-1)
    const send = (name: string) => call(parts.url, name, { method: 'POST', data: { token } })
    expect((await send('fetchCheckoutConfirmation')).result).toMatchObject({ chargesNow: false })
    expect(await agentWith(agent.email)).toMatchObject({ subscriptionActive: false })
    expect((await send('confirmCheckout')).result).toEqual({ state: 'linked' })
    expect(await agentWith(agent.email)).toMatchObject({ subscriptionActive: true })
    expect((await send('confirmCheckout')).status).toBe(400)
  })
})

describe('threat 46: a webhook', () => {
  test('with a forged, an old or no signature is refused with 400', async () => {
    const payload = JSON.stringify({ id: 'evt_x', object: 'event', type: 'invoice.paid', data: { object: {} } })
    const sign = (secret: string, age: number) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.now() / 1000) - age })
    for (const signature of ['', sign('whsec_wrong', 0), sign(sandbox.webhookSecret, 301)]) {
      const answer = await fetch(`${parts.url}/webhooks/stripe`, {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
      })
      expect(answer.status).toBe(400)
    }
  })

  test('sent 100 times at once is stored once, and gets 200 each time', async () => {
    const event = { id: 'evt_hundred', object: 'event', type: 'invoice.paid', data: { object: { customer: 'cus_x' } } }
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendWebhook(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await parts.database.db.$count(paymentEvent, eq(paymentEvent.id, event.id))).toBe(1)
  })
})

test('threat 50: while the database is down a webhook gets 503; sent again later, it works', async () => {
  const event = { id: 'evt_away', object: 'event', type: 'invoice.paid', data: { object: { customer: 'cus_x' } } }
  await parts.database.whileAway(async () => {
    expect((await sendWebhook(event)).status).toBe(503)
  })
  const isStored = () => parts.database.db.$count(paymentEvent, eq(paymentEvent.id, event.id))
  expect(await eventually(async () => String(await isStored()))).toBe('0')
  await eventually(async () => (await sendWebhook(event)).status === 200)
  expect(await isStored()).toBe(1)
})

describe('threat 49: while Stripe fails', () => {
  test('while it hangs, other calls and pages respond and no transaction is open', async () => {
    const agent = await subscriber('hanging@example.nz')
    const headers = await as(agent)
    const sessionId = await sandbox.buy('hung@example.nz')
    await eventually(() => agentWith('hung@example.nz'))
    await parts.database
      .sql`update checkout set "userId" = null, outcome = null, "fulfilledAt" = null where id = ${sessionId}`
    await sandbox.fail('hang', 100)
    const hanging = Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? call(parts.url, 'fetchBilling', { headers })
        : call(parts.url, 'fulfilCheckout', { method: 'POST', data: { sessionId } }),
    )

    for (let n = 0; n < 20; n += 1) {
      expect((await visit('/healthz')).status).toBe(200)
      expect((await call(parts.url, 'fetchSubscription', { headers })).status).toBe(200)
    }
    const [open] = await parts.database.sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'property-files' and state like 'idle in transaction%'`
    expect(open?.n).toBe(0)
    await sandbox.endFaults()
    await Promise.all(hanging)
  })

  test.each([
    ['500', 'api_error'],
    ['429', 'rate_limit'],
    ['a lost connection', 'lost_response'],
  ] as const)('%s becomes a 503 with an explanation, and the next attempt works', async (_what, kind) => {
    const sessionId = await sandbox.buy(`${kind.replace('_', '-')}@example.nz`)
    await eventually(() => agentWith(`${kind.replace('_', '-')}@example.nz`))
    const agent = await agentWith(`${kind.replace('_', '-')}@example.nz`)
    const headers = await as(agent ?? { id: '' })
    // More than one: background jobs call Stripe too.
    await sandbox.fail(kind, 100)
    const answer = await call(parts.url, 'fetchBilling', { headers })
    expect(answer.status).toBe(503)
    expect(answer.error).toMatchObject({
      message: 'Our payment partner isn’t responding right now. Please try again in a moment.',
    })
    await sandbox.endFaults()
    expect((await call(parts.url, 'fetchBilling', { headers })).status).toBe(200)
    expect((await fulfil(sessionId)).result).toMatchObject({ state: 'emailed' })
  })
})

describe('billing', () => {
  test('shows the plan, the card and the invoices of the agent who asks', async () => {
    const agent = await subscriber('billing@example.nz')
    const { result } = await call(parts.url, 'fetchBilling', { headers: await as(agent) })
    expect(result).toMatchObject({
      status: 'trialing',
      planName: 'Property Files',
      interval: 'month',
      card: { brand: 'visa', last4: '4242' },
      trialEndsAt: expect.any(Date),
      nextPaymentAt: expect.any(Date),
      endsAt: null,
      invoices: [{ status: 'paid', amount: 0 }],
    })
    const stranger = await createAgent(parts.database.db)
    expect((await call(parts.url, 'fetchBilling', { headers: await as(stranger) })).result).toBeNull()
  })

  test('Stripe’s own pages open for the agent, and lead back to settings', async () => {
    const agent = await subscriber('portal@example.nz')
    const answer = await visit('/portal/billing', await as(agent))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/portal\/bps_/)
    expect((await visit('/portal/billing')).headers.get('location')).toBe('/login?from=%2Fportal%2Fbilling')
  })

  test('threat 146: a manager who follows a link to Stripe is led back and told whom to ask', async () => {
    const owner = await subscriber('office@example.nz')
    const manager = await addMember(parts.database.db, { ...owner, ...ownAgency(owner.id) }, { role: 'manager' })
    const headers = await as(manager)
    for (const path of ['/checkout/price_sandbox_monthly', '/portal/billing'])
      expect((await visit(path, headers)).headers.get('location')).toBe(
        `${parts.url}/portal/settings?checkoutError=owner#billing`,
      )
    for (const [name, method, data] of [
      ['fetchBilling', 'GET', undefined],
      ['fetchSeatPrice', 'GET', undefined],
      ['resumeSubscription', 'POST', undefined],
      ['refreshSubscription', 'POST', undefined],
      ['addSeat', 'POST', { seats: 1, amountToday: 0 }],
      ['changePayer', 'POST', { userId: manager.id }],
    ] as const)
      expect(await call(parts.url, name, { method, data, headers }), name).toMatchObject({
        status: 403,
        error: { name: 'Forbidden' },
      })
    const page = await (await visit('/portal/settings', headers)).text()
    expect(page).not.toContain('id="billing"')
    expect(page).toContain('id="sessions"')
  })

  test('a cancellation is undone with one call, which shows at once', async () => {
    const agent = await subscriber('resume@example.nz')
    const headers = await as(agent)
    await sandbox.stripe.subscriptions.update(agent.subscriptionId, { cancel_at_period_end: true })
    await call(parts.url, 'refreshSubscription', { method: 'POST', headers })
    expect((await call(parts.url, 'fetchSubscription', { headers })).result).toMatchObject({ endsAt: expect.any(Date) })
    await call(parts.url, 'resumeSubscription', { method: 'POST', headers })
    expect((await call(parts.url, 'fetchSubscription', { headers })).result).toMatchObject({
      endsAt: null,
      active: true,
    })
  })

  test('a returning agent pays as the same customer, without a second trial; an active agent is not charged twice', async () => {
    const agent = await subscriber('back@example.nz')
    const headers = await as(agent)
    expect((await visit('/checkout/price_sandbox_monthly', headers)).headers.get('location')).toContain(
      'checkoutError=active',
    )
    await sandbox.stripe.subscriptions.cancel(agent.subscriptionId)
    await eventually(async () => (await agentWith('back@example.nz'))?.subscriptionActive === false)
    const answer = await visit('/checkout/price_sandbox_monthly', headers)
    const [, id = ''] = /\/pay\/(\w+)$/.exec(answer.headers.get('location') ?? '') ?? []
    const session = await sandbox.stripe.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({ customer: agent.subscriptionCustomerId, client_reference_id: agent.id })
    expect(session.amount_total).toBe(4_900)
    // With a colleague it subscribes for both.
    await addMember(parts.database.db, { ...agent, ...ownAgency(agent.id) }, { role: 'agent' })
    const next = await visit('/checkout/price_sandbox_monthly', headers)
    const both = await sandbox.stripe.checkout.sessions.retrieve(next.headers.get('location')?.split('/').at(-1) ?? '')
    expect(both).toMatchObject({ amount_total: 9_800, customer: agent.subscriptionCustomerId })
  })
})
