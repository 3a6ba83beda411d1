import Stripe from 'stripe'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { openTill, type Till } from '../../../test/support/till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

test('a finished checkout is told to the application, signed', async () => {
  const { id } = await till.subscribe()
  const { body, signature } = await till.inbox.next('checkout.session.completed')
  const event = till.payments.verifyWebhook(body, signature)
  expect(event).toMatchObject({ object: 'event', livemode: false, data: { object: { subscription: id } } })
  expect(await till.stripe.events.retrieve(event.id)).toMatchObject({ type: 'checkout.session.completed' })
  expect(till.inbox.typesOf()).toContain('customer.subscription.created')
})

test('a changed body, another secret and an old signature are refused', async () => {
  const { body, signature } = await till.inbox.next('customer.created')
  const { verifyWebhook } = till.payments
  const sign = (seconds: number, secret = till.sandbox.webhookSecret) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - seconds,
    })
  expect(verifyWebhook(Buffer.from(body), sign(290))).toMatchObject({ type: 'customer.created' })
  const refused = [
    () => verifyWebhook(body.replace('customer', 'cuckoo'), signature),
    () => verifyWebhook(body, sign(0, 'whsec_other')),
    () => verifyWebhook(body, sign(301)),
    () => verifyWebhook(body, 'nonsense'),
  ]
  for (const attempt of refused) expect(attempt).toThrow(Stripe.errors.StripeSignatureVerificationError)
})

test('the signature is fresh even when the clock of the sandbox is far ahead', async () => {
  await till.advance(40)
  const { body, signature } = await till.inbox.next('customer.subscription.trial_will_end')
  const event = till.payments.verifyWebhook(body, signature)
  expect(event.created).toBeGreaterThan(Date.now() / 1000 + 20 * 86_400)
})

const stateOf = async (to: Till, id: string) => {
  const { data } = await to.control('deliveries')
  return data.find((delivery: { id: string }) => delivery.id === id)
}
const eventAbout = async (to: Till, email: string) => {
  await to.stripe.customers.create({ email })
  return (await to.stripe.events.list({ limit: 1 })).data[0]?.id ?? ''
}

test('what the application refuses comes again, until it is taken', async () => {
  till.inbox.refuse('again@example.nz', 2)
  const id = await eventAbout(till, 'again@example.nz')
  await eventually(async () => (await stateOf(till, id)).state === 'delivered')
  expect(await stateOf(till, id)).toMatchObject({ attempts: 3, lastAnswer: '200' })
  expect(till.inbox.received.filter(({ body }) => body.includes('again@example.nz'))).toHaveLength(3)
  expect(await till.stripe.events.retrieve(id)).toMatchObject({ pending_webhooks: 0 })
})

test('it is given up after the last try, and can be sent again by hand', async () => {
  till.inbox.refuse('lost@example.nz', 4)
  const id = await eventAbout(till, 'lost@example.nz')
  await eventually(async () => (await stateOf(till, id)).state === 'given up')
  expect(await till.stripe.events.retrieve(id)).toMatchObject({ pending_webhooks: 1 })

  await till.control(`events/${id}/redeliver`, {})
  await eventually(async () => (await stateOf(till, id)).state === 'delivered')
})

test('an event that waits for its next try is brought at once after a restart', async () => {
  const patient = await openTill({ webhookRetryDelays: [3_600_000] })
  onTestFinished(patient.close)
  patient.inbox.refuse('later@example.nz', 1)
  const id = await eventAbout(patient, 'later@example.nz')
  await eventually(async () => (await stateOf(patient, id)).attempts === 1)
  await patient.restart()
  await eventually(async () => (await stateOf(patient, id)).state === 'delivered')
})
