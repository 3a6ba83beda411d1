import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill, type Till } from '../../../test/support/till.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

test('the prices come with their product, marked as test data', async () => {
  const { data } = await till.stripe.prices.list({ active: true, expand: ['data.product'] })
  expect(data.map(({ id }) => id).sort()).toEqual(till.payments.priceIds.toSorted())
  for (const price of data) {
    expect(price).toMatchObject({ currency: 'nzd', nickname: 'Test price', metadata: { sandbox: 'true' } })
    expect(price.product).toMatchObject({ object: 'product', name: 'Property Files', active: true })
  }
  expect(data.map(({ recurring }) => recurring?.interval).sort()).toEqual(['month', 'year'])
})

test('a price and a product are found by id', async () => {
  const price = await till.stripe.prices.retrieve(till.sandbox.priceIds[0] ?? '')
  const product = await till.stripe.products.retrieve(price.product as string)
  expect(product.name).toBe('Property Files')
  await expect(till.stripe.prices.retrieve('price_none')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    param: 'price',
  })
})

test('the same key with the same parameters gives the same answer, with others it is refused', async () => {
  const once = await till.stripe.customers.create({ email: 'a@example.nz' }, { idempotencyKey: 'key-1' })
  const again = await till.stripe.customers.create({ email: 'a@example.nz' }, { idempotencyKey: 'key-1' })
  expect(again.id).toBe(once.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  const other = till.stripe.customers.create({ email: 'b@example.nz' }, { idempotencyKey: 'key-1' })
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('lists go page by page, newest first, and the library walks through all', async () => {
  for (const index of [1, 2, 3]) await till.stripe.customers.create({ email: 'pages@example.nz', name: `No. ${index}` })
  const first = await till.stripe.customers.list({ email: 'pages@example.nz', limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' })
  expect(first.data.map(({ name }) => name)).toEqual(['No. 3', 'No. 2'])
  const all = await till.stripe.customers.list({ email: 'pages@example.nz', limit: 1 }).autoPagingToArray({ limit: 9 })
  expect(all.map(({ name }) => name)).toEqual(['No. 3', 'No. 2', 'No. 1'])
  const before = await till.stripe.customers.list({ email: 'pages@example.nz', limit: 1, ending_before: all[2]?.id })
  expect(before).toMatchObject({ has_more: true, data: [{ name: 'No. 2' }] })
})

test('a customer can be changed', async () => {
  const { id } = await till.stripe.customers.create({ email: 'old@example.nz', metadata: { agent: '1' } })
  await till.stripe.customers.update(id, { email: 'new@example.nz', metadata: { office: '2' } })
  expect(await till.stripe.customers.retrieve(id)).toMatchObject({
    email: 'new@example.nz',
    metadata: { agent: '1', office: '2' },
  })
})

type Wrong = [string, Partial<Stripe.Checkout.SessionCreateParams>, object]
const wrong: Wrong[] = [
  ['an unknown price', { line_items: [{ price: 'price_none' }] }, { param: 'line_items[0][price]' }],
  ['a missing address to return to', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
  ['an address that would run', { cancel_url: 'javascript:alert(1)' }, { param: 'cancel_url' }],
  ['a parameter that is not known', { adaptive_pricing: { enabled: true } }, { code: 'parameter_unknown' }],
  ['a trial of no days', { subscription_data: { trial_period_days: 0 } }, { code: 'parameter_invalid' }],
]
test.each(wrong)('a checkout with %s is refused', async (_, params, error) => {
  await expect(till.createSession(params)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', ...error })
})

test('what cannot be expanded is refused', async () => {
  const call = till.stripe.prices.list({ expand: ['data.currency'] })
  await expect(call).rejects.toMatchObject({ message: 'This property cannot be expanded (currency).' })
})

test('an address outside the API is told in the same form', async () => {
  await expect(till.stripe.coupons.list()).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 })
})

test('a page elsewhere cannot reach it under its own name, nor move its clock without the key', async () => {
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) =>
    request(`${till.sandbox.url}/v1/prices`, { headers: { host: 'evil.example' } }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .on('error', reject)
      .end(),
  )
  expect(status).toBe(403)
  const clock = await fetch(`${till.sandbox.url}/_sandbox/clock`, { method: 'POST', body: '{"advance_days":1}' })
  expect(clock.status).toBe(401)
  expect(await till.control('clock')).toMatchObject({ ahead_seconds: 0 })
})
