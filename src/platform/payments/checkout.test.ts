import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTHENTICATES, DECLINED, openTill, PAYS, submit, type Till } from '../../../test/support/till.ts'

const THANK_YOU = 'http://localhost:3000/thank-you/'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const retrieve = (id: string) => till.stripe.checkout.sessions.retrieve(id, { expand: ['subscription', 'customer'] })

test('from a session through the page to a customer in a trial of 30 days', async () => {
  const session = await till.createSession({ client_reference_id: 'agent-1' })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 0, livemode: false })
  const page = await (await fetch(session.url ?? '')).text()
  expect(page).toContain('Test mode')
  expect(page).toContain('30 days free, then NZ$49.00 per month.')

  const answer = await till.pay(session.url, PAYS)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(THANK_YOU + session.id)

  const done = await retrieve(session.id)
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    url: null,
    client_reference_id: 'agent-1',
    customer: { object: 'customer', email: 'mia@example.nz', name: 'Mia Chen' },
    customer_details: { email: 'mia@example.nz' },
    subscription: { object: 'subscription', status: 'trialing', cancel_at_period_end: false },
  })
  const { trial_start, trial_end, id } = done.subscription as Stripe.Subscription
  expect((trial_end ?? 0) - (trial_start ?? 0)).toBe(30 * 86_400)
  const { default_payment_method: method } = await till.stripe.subscriptions.retrieve(id, {
    expand: ['default_payment_method'],
  })
  expect(method).toMatchObject({ card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2045 } })
})

test('a declined card leaves the session open, with a message', async () => {
  const session = await till.createSession()
  const answer = await till.pay(session.url, DECLINED)
  expect(answer.status).toBe(402)
  expect(await answer.text()).toContain('Your card was declined')
  expect(await retrieve(session.id)).toMatchObject({ status: 'open', subscription: null })

  expect((await till.pay(session.url, PAYS)).status).toBe(303)
  expect(await retrieve(session.id)).toMatchObject({ status: 'complete' })
})

test('a card that wants authentication is taken once the bank has confirmed', async () => {
  const session = await till.createSession()
  const confirm = `${session.url}/confirm`
  expect((await till.pay(session.url, AUTHENTICATES)).headers.get('location')).toBe(`/pay/${session.id}/confirm`)
  expect(await retrieve(session.id)).toMatchObject({ status: 'open' })
  const refused = await submit(confirm, { outcome: 'refuse' })
  expect(refused.status).toBe(402)
  expect(await refused.text()).toContain('Your bank did not confirm')
  // The refusal is final: the same confirmation cannot be given later.
  expect((await submit(confirm, { outcome: 'approve' })).headers.get('location')).toBe(`/pay/${session.id}`)

  await till.pay(session.url, AUTHENTICATES)
  expect(await (await fetch(confirm)).text()).toContain('Visa ending in 3155')
  expect((await submit(confirm, { outcome: 'approve' })).headers.get('location')).toBe(THANK_YOU + session.id)
  expect(await retrieve(session.id)).toMatchObject({ status: 'complete', subscription: { status: 'trialing' } })
})

test('pressing Pay twice makes one subscription', async () => {
  const session = await till.createSession({ customer_email: 'twice@example.nz' })
  const answers = await Promise.all([till.pay(session.url, PAYS), till.pay(session.url, PAYS)])
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(Array(2).fill(THANK_YOU + session.id))
  expect((await till.stripe.customers.list({ email: 'twice@example.nz' })).data).toHaveLength(1)
})

test('a given e-mail cannot be changed on the page, and an existing customer stays the same one', async () => {
  const session = await till.createSession({ customer_email: 'given@example.nz' })
  await till.pay(session.url, PAYS, { email: 'other@example.nz' })
  const { customer } = await retrieve(session.id)
  expect(customer).toMatchObject({ email: 'given@example.nz' })

  const { id } = customer as Stripe.Customer
  const second = await till.createSession({ customer: id, subscription_data: {} })
  expect(second.amount_total).toBe(4_900)
  await till.pay(second.url, PAYS)
  expect(await retrieve(second.id)).toMatchObject({
    customer: { id },
    payment_status: 'paid',
    subscription: { status: 'active', trial_end: null },
  })
})

test('what is wrong is said at its field, and a real card is neither taken, shown again nor kept', async () => {
  const session = await till.createSession()
  const real = '4539 1488 0343 6467'
  const answer = await till.pay(session.url, real, { email: 'nobody', expiry: '01/20', cvc: 'x', name: '<b>Mia</b>' })
  const page = await answer.text()
  expect(answer.status).toBe(422)
  for (const name of ['email', 'number', 'expiry', 'cvc']) expect(page).toContain(`aria-describedby="${name}-error"`)
  expect(page).toContain('&lt;b&gt;Mia&lt;/b&gt;')
  expect(page).not.toContain(real)
  const file = readFileSync(join(till.dataDir, 'payments/sandbox.json'), 'utf8')
  for (const number of [real, PAYS]) expect(file).not.toContain(number.replaceAll(' ', ''))
})

test('the pages run no script, load nothing and leave only to where the session says', async () => {
  const session = await till.createSession()
  const { headers } = await fetch(session.url ?? '')
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' http:\/\/localhost:3000;/,
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a session that never was and one that has expired look the same', async () => {
  const session = await till.createSession()
  await till.stripe.checkout.sessions.expire(session.id)
  const expired = await fetch(session.url ?? '')
  const never = await fetch(`${till.sandbox.url}/pay/cs_test_never`)
  expect([expired.status, never.status]).toEqual([404, 404])
  expect(await expired.text()).toBe(await never.text())
  expect((await till.pay(session.url, PAYS)).status).toBe(404)
})

test('a test card is filled in without losing what was typed', async () => {
  const session = await till.createSession()
  const page = await (await submit(session.url, { email: 'mia@example.nz', fill: '4242424242424242' })).text()
  expect(page).toContain('value="4242 4242 4242 4242"')
  expect(page).toContain('value="mia@example.nz"')
})

test.each(['constructor', '__proto__', 'toString'])('there is no session called %s', async (id) => {
  await expect(retrieve(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
})
