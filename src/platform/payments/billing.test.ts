import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAILS_LATER, openTill, type Till } from '../../../test/support/till.ts'
import { periodEnd } from './sandbox/periods.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const invoicesOf = async (subscription: string) => (await till.stripe.invoices.list({ subscription })).data

test('the trial is announced three days before its end, then paid, then renewed every month', async () => {
  const { id } = await till.subscribe()
  await till.advance(26)
  expect(till.inbox.typesOf()).not.toContain('customer.subscription.trial_will_end')
  await till.advance(1)
  await till.inbox.next('customer.subscription.trial_will_end')
  expect(await till.status(id)).toBe('trialing')

  await till.advance(3)
  expect(await till.status(id)).toBe('active')
  const [paid, trial] = await invoicesOf(id)
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 4_900, billing_reason: 'subscription_cycle' })
  expect(trial).toMatchObject({ status: 'paid', amount_paid: 0, billing_reason: 'subscription_create' })
  expect(paid?.parent?.subscription_details?.subscription).toBe(id)

  await till.advance(62)
  expect(await invoicesOf(id)).toHaveLength(4)
  const subscription = await till.stripe.subscriptions.retrieve(id)
  const [item] = subscription.items.data
  expect(item?.current_period_start).toBeGreaterThan(subscription.trial_end ?? 0)
})

test('a year is paid once a year', async () => {
  const { id } = await till.subscribe(undefined, { line_items: [{ price: till.sandbox.priceIds[1], quantity: 1 }] })
  await till.advance(30 + 364)
  expect(await invoicesOf(id)).toHaveLength(2)
  await till.advance(2)
  expect((await invoicesOf(id)).map(({ total }) => total)).toEqual([49_000, 49_000, 0])
})

test('a card that fails is tried three times more, and then the subscription ends', async () => {
  const { id } = await till.subscribe(FAILS_LATER)
  await till.advance(30)
  expect(await till.status(id)).toBe('past_due')
  expect(await invoicesOf(id)).toMatchObject([{ status: 'open', attempt_count: 1 }, { status: 'paid' }])
  for (const [days, attempts] of [
    [3, 2],
    [5, 3],
  ] as const) {
    await till.advance(days)
    expect(await till.status(id)).toBe('past_due')
    expect((await invoicesOf(id))[0]).toMatchObject({ attempt_count: attempts })
  }
  await till.advance(7)
  expect(await till.status(id)).toBe('canceled')
  expect((await invoicesOf(id))[0]).toMatchObject({ attempt_count: 4, next_payment_attempt: null, status: 'open' })
  await till.inbox.next('invoice.payment_failed')
  await till.inbox.next('customer.subscription.deleted')
  const listed = await till.stripe.subscriptions.list({ customer: (await invoicesOf(id))[0]?.customer as string })
  expect(listed.data).toEqual([])
})

test('or stays unpaid, where the account is set so', async () => {
  const other = await openTill({ whenUnpaid: 'unpaid' })
  try {
    const { id } = await other.subscribe(FAILS_LATER)
    await other.advance(400)
    expect(await other.status(id)).toBe('unpaid')
  } finally {
    await other.close()
  }
})

test('one long step does the same as many short ones, in the order of the calendar', async () => {
  const long = await till.subscribe(FAILS_LATER)
  await till.advance(400)
  const { data } = await till.stripe.events.list({ limit: 100 })
  const own = data.filter(({ data: { object } }) => JSON.stringify(object).includes(long.id)).reverse()
  expect(own.map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'invoice.paid',
    'checkout.session.completed',
    'customer.subscription.trial_will_end',
    'invoice.payment_failed',
    'customer.subscription.updated',
    ...Array(3).fill('invoice.payment_failed'),
    'customer.subscription.deleted',
  ])
  const days = own.map(({ created }) => Math.round((created - long.created) / 86_400))
  expect(days).toEqual([0, 0, 0, 27, 30, 30, 33, 38, 45, 45])
})

test('cancelled at the end of the period: it can be taken back, and otherwise ends then', async () => {
  const { id } = await till.subscribe()
  const leaving = await till.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(leaving).toMatchObject({ status: 'trialing', cancel_at_period_end: true, cancel_at: leaving.trial_end })
  const staying = await till.stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(staying).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await till.advance(31)
  expect(await till.status(id)).toBe('active')

  await till.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await till.advance(32)
  expect(await till.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', cancel_at_period_end: true })
  expect(await invoicesOf(id)).toHaveLength(2)
  const late = till.stripe.subscriptions.update(id, { cancel_at_period_end: false })
  await expect(late).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
})

test('cancelled at once', async () => {
  const { id } = await till.subscribe()
  expect(await till.stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
  await expect(till.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 })
})

test('a session that nobody pays expires after a day', async () => {
  const { id } = await till.createSession()
  await till.advance(1)
  expect(await till.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
})

test('a month that is too short ends on its last day, and the next one is whole again', () => {
  const seconds = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000
  const monthly = { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null } as const
  const anchor = seconds('2027-01-31')
  expect(periodEnd(anchor, anchor, monthly)).toBe(seconds('2027-02-28'))
  expect(periodEnd(anchor, seconds('2027-02-28'), monthly)).toBe(seconds('2027-03-31'))
  expect(periodEnd(seconds('2028-02-29'), seconds('2028-02-29'), { ...monthly, interval: 'year' })).toBe(
    seconds('2029-02-28'),
  )
})
