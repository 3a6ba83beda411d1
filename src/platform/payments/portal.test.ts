import { afterAll, beforeAll, expect, test } from 'vitest'
import { DECLINED, FAILS_LATER, openTill, PAYS, submit, type Till } from '../../../test/support/till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const CARD = { name: 'Mia Chen', expiry: '11/45', cvc: '123' }

async function openPortal(number?: string) {
  const subscription = await till.subscribe(number)
  const customer = subscription.customer as string
  const visit = async () => {
    const { url } = await till.stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://localhost:3000/portal/billing',
    })
    return url
  }
  return { id: subscription.id, customer, url: await visit(), visit }
}
const read = async (url: string) => (await fetch(url)).text()

test('shows plan, card, invoices and the way back', async () => {
  const { url } = await openPortal()
  const page = await read(url)
  for (const text of ['Free trial', 'NZ$49.00 per month', 'Visa ending in 4242', 'Expires 12/2045', 'TEST-0001'])
    expect(page).toContain(text)
  expect(page).toContain('href="http://localhost:3000/portal/billing"')
})

test('the plan is cancelled after a question, and taken up again', async () => {
  const { id, url } = await openPortal()
  expect(await read(`${url}/cancel`)).toContain('Cancel the plan?')
  expect((await submit(`${url}/cancel`, {})).headers.get('location')).toBe(new URL(url).pathname)
  expect(await till.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true })
  expect(await read(url)).toContain('does not renew')

  await submit(`${url}/resume`, {})
  expect(await till.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
})

test('a new card pays what the old one could not', async () => {
  const { id, visit } = await openPortal(FAILS_LATER)
  await till.advance(30)
  const url = await visit()
  expect(await read(url)).toContain('Payment failed')
  const refused = await submit(`${url}/pay`, {})
  expect(refused.status).toBe(402)
  expect(await refused.text()).toContain('The card was declined')

  expect((await submit(`${url}/card`, { ...CARD, number: DECLINED })).status).toBe(402)
  expect((await submit(`${url}/card`, { ...CARD, number: '1' })).status).toBe(422)
  expect((await submit(`${url}/card`, { ...CARD, number: PAYS })).status).toBe(303)
  await submit(`${url}/pay`, {})
  const subscription = await till.stripe.subscriptions.retrieve(id, {
    expand: ['default_payment_method', 'latest_invoice'],
  })
  expect(subscription).toMatchObject({
    status: 'active',
    default_payment_method: { card: { last4: '4242', exp_month: 11 } },
    latest_invoice: { status: 'paid', amount_paid: 4_900 },
  })
})

test('the customer’s cards and invoices can be listed', async () => {
  const { customer } = await openPortal()
  const methods = await till.stripe.paymentMethods.list({ customer, type: 'card' })
  expect(methods.data).toMatchObject([{ card: { brand: 'visa', last4: '4242' } }])
  expect((await till.stripe.invoices.list({ customer })).data).toHaveLength(1)
})

test('an ended plan offers nothing to cancel', async () => {
  const { id, url } = await openPortal()
  await till.stripe.subscriptions.cancel(id)
  const page = await read(url)
  expect(page).toContain('Ended on')
  expect(page).not.toContain('Cancel plan')
  expect((await submit(`${url}/resume`, {})).status).toBe(303)
  expect(await till.status(id)).toBe('canceled')
})

test('the link is over after an hour, and a made-up one never opens', async () => {
  const { url } = await openPortal()
  await till.advance(1)
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(`${till.sandbox.url}/portal/bps_test_made_up`)).status).toBe(404)
})

test('a stranger’s return address that would run is refused', async () => {
  const { customer } = await openPortal()
  const call = till.stripe.billingPortal.sessions.create({ customer, return_url: 'javascript:alert(1)' })
  await expect(call).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'return_url' })
})
