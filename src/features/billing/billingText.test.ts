import { expect, test } from 'vitest'
import {
  billingIntervalLabel,
  cardExpiry,
  cardName,
  invoiceStatus,
  perInterval,
  planSaving,
  planSlug,
  pricePerMonth,
  seatPriceText,
  seatsAtPeriodEnd,
  seatsInUse,
  subscriptionPrice,
  subscriptionStatus,
} from './billingText.ts'

const price = (amount: number, interval: string, intervalCount = 1, currency = 'nzd') => ({
  amount,
  interval,
  intervalCount,
  currency,
})
const monthly = price(4_900, 'month')
const yearly = price(49_000, 'year')

test('a plan is named by how often it is paid', () => {
  expect([monthly, yearly, price(1, 'week'), price(1, 'month', 3)].map(billingIntervalLabel)).toEqual([
    'Monthly',
    'Yearly',
    'Weekly',
    'Every 3 months',
  ])
  expect([yearly, price(1, 'month', 3)].map(perInterval)).toEqual(['a year', 'every 3 months'])
  expect([yearly, price(1, 'month', 3)].map(planSlug)).toEqual(['year', '3-month'])
})

test('a yearly plan shows its price per month, a monthly one does not', () => {
  expect(pricePerMonth(yearly)).toBe('$40.83')
  expect(pricePerMonth(price(9_000, 'month', 3))).toBe('$30')
  expect(pricePerMonth(monthly)).toBeUndefined()
  expect(pricePerMonth(price(900, 'week'))).toBeUndefined()
})

test('the saving is measured against the shortest plan paid for as long, and never rounded up', () => {
  expect(planSaving(yearly, [monthly, yearly])).toEqual({ percent: 16, amount: '$98' })
  expect(planSaving(monthly, [monthly, yearly])).toBeUndefined()
})

test.each([
  ['a year is the only plan', yearly, [yearly]],
  ['a year costs as much as twelve months', price(58_800, 'year'), [monthly, price(58_800, 'year')]],
  ['a year costs more', price(60_000, 'year'), [monthly, price(60_000, 'year')]],
  ['the plans are in different currencies', price(100, 'year', 1, 'usd'), [monthly, price(100, 'year', 1, 'usd')]],
  ['the other plan is by the week', yearly, [price(1_500, 'week'), yearly]],
])('no saving is claimed when %s', (_name, plan, plans) => {
  expect(planSaving(plan, plans)).toBeUndefined()
})

const now = new Date('2026-03-01T00:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000)
const none = { trialEndsAt: null, endsAt: null, endedAt: null }
const isoDay = (moment: Date) => moment.toISOString().slice(0, 10)

test.each([
  ['a trial', { status: 'trialing', trialEndsAt: inDays(11.5) }, ['Free trial', 'good', '12 days left']],
  ['the last day of a trial', { status: 'trialing', trialEndsAt: inDays(0.5) }, ['Free trial', 'good', '1 day left']],
  ['a trial that is over', { status: 'trialing', trialEndsAt: inDays(-0.5) }, ['Free trial', 'good', 'Ends today']],
  ['an active one', { status: 'active' }, ['Active', 'good', undefined]],
  ['a cancelled one', { status: 'active', endsAt: inDays(9) }, ['Cancelled', 'attention', 'Works until 2026-03-10']],
  [
    'a failed payment',
    { status: 'past_due' },
    ['Payment failed', 'attention', 'We’ll try again over the next few days'],
  ],
  ['one that ended', { status: 'canceled', endedAt: now }, ['Not active', 'over', 'Since 2026-03-01']],
  ['one that never began', { status: 'incomplete', endsAt: inDays(9) }, ['Not active', 'over', undefined]],
] as const)('the status of a subscription: %s', (_name, subscription, [name, tone, detail]) => {
  expect(subscriptionStatus({ ...none, ...subscription }, now, isoDay)).toEqual({ name, tone, detail })
})

test('a card has its brand and last digits', () => {
  expect(cardName({ brand: 'visa', last4: '4242' })).toBe('Visa •••• 4242')
  expect(cardName({ brand: 'amex', last4: '0005' })).toBe('American Express •••• 0005')
  expect(cardExpiry({ month: 4, year: 2030 })).toBe('04/2030')
})

test('a price has its currency and interval, and is left out when there is none', () => {
  expect(subscriptionPrice({ amount: 4_900, currency: 'nzd', interval: 'month' })).toBe('$49 NZD a month')
  expect(subscriptionPrice({ amount: null, currency: 'nzd', interval: 'month' })).toBeUndefined()
})

test('several seats have their sum, one seat has the price alone', () => {
  const plan = { amount: 4_900, currency: 'nzd', interval: 'month' }
  expect(subscriptionPrice({ ...plan, seats: 1 })).toBe('$49 NZD a month')
  expect(subscriptionPrice({ ...plan, seats: 3 })).toBe('3 seats × $49 = $147 NZD a month')
})

test('a new seat has its price, what it costs today, and what follows', () => {
  const offer = {
    ...{ seats: 2, freeSeats: 0, amount: 4_900, currency: 'nzd', interval: 'month', amountToday: 2_135 },
    ...{ trialEndsAt: null, periodEndsAt: inDays(13) },
  }
  expect(seatPriceText(offer, isoDay)).toEqual({
    price: 'Add a seat for $49 NZD a month.',
    today: '$21.35 NZD today, for the rest of the period until 2026-03-14.',
    later: 'From then on: 3 seats × $49 = $147 NZD a month. You won’t pay again for a seat nobody uses.',
  })
  expect(seatPriceText({ ...offer, trialEndsAt: inDays(9), amountToday: 0 }, isoDay).today).toBe(
    'Nothing today: your free trial runs until 2026-03-10.',
  )
})

test('the seats of the next period are announced, unless there is none', () => {
  const facts = { seats: 2, endsAt: null, nextPaymentAt: inDays(9), use: { seats: 3, used: 2 } }
  expect(seatsAtPeriodEnd(facts, isoDay)).toBe(
    'You’ve paid for 3 seats until 2026-03-10. From then on you pay for 2 seats.',
  )
  expect(seatsAtPeriodEnd({ ...facts, seats: 3 }, isoDay)).toMatch(
    /^Your next payment, on 2026-03-10, is for 3 seats\./,
  )
  expect(seatsAtPeriodEnd({ ...facts, endsAt: inDays(9), nextPaymentAt: null }, isoDay)).toBeUndefined()
})

test('the seats in use are counted against those paid for, unless there are more or no limit', () => {
  expect(seatsInUse({ used: 3, seats: 4 })).toBe('3 of 4 seats in use')
  expect(seatsInUse({ used: 4, seats: 1 })).toBe('4 seats in use')
  expect(seatsInUse({ used: 1, seats: null })).toBe('1 seat in use')
})

test('an invoice status that we don’t know is shown as Stripe calls it', () => {
  expect(['paid', 'open', 'disputed'].map(invoiceStatus)).toEqual(['Paid', 'Unpaid', 'disputed'])
})
