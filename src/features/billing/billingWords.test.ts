import { expect, test } from 'vitest'
import { cardExpiry, cardName, invoiceState, priceOf, statusOf } from './billingWords.ts'

const now = new Date('2026-03-01T00:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000)
const nothing = { trialEndsAt: null, endsAt: null, endedAt: null }
const day = (moment: Date) => moment.toISOString().slice(0, 10)

test.each([
  ['a trial', { status: 'trialing', trialEndsAt: later(11.5) }, ['Free trial', 'good', '12 days left']],
  ['the last day of a trial', { status: 'trialing', trialEndsAt: later(0.5) }, ['Free trial', 'good', '1 day left']],
  ['a trial that is over', { status: 'trialing', trialEndsAt: later(-0.5) }, ['Free trial', 'good', 'Ends today']],
  ['an active one', { status: 'active' }, ['Active', 'good', undefined]],
  ['one to end', { status: 'active', endsAt: later(9) }, ['Cancelled', 'attention', 'Works until 2026-03-10']],
  ['a failed payment', { status: 'past_due' }, ['Payment failed', 'attention', 'We try again over the next days']],
  ['one that ended', { status: 'canceled', endedAt: now }, ['Not active', 'over', 'Since 2026-03-01']],
  ['one never begun', { status: 'incomplete', endsAt: later(9) }, ['Not active', 'over', undefined]],
] as const)('%s is put in words', (_name, subscription, [name, tone, detail]) => {
  expect(statusOf({ ...nothing, ...subscription }, now, day)).toEqual({ name, tone, detail })
})

test('a card is named as on the card', () => {
  expect(cardName({ brand: 'visa', last4: '4242' })).toBe('Visa •••• 4242')
  expect(cardName({ brand: 'amex', last4: '0005' })).toBe('American Express •••• 0005')
  expect(cardExpiry({ month: 4, year: 2030 })).toBe('04/2030')
})

test('a price names its currency and rhythm, and is left out when there is none', () => {
  expect(priceOf({ amount: 4_900, currency: 'nzd', interval: 'month' })).toBe('$49 NZD a month')
  expect(priceOf({ amount: null, currency: 'nzd', interval: 'month' })).toBeUndefined()
})

test('an invoice in a state that is new to us is called what the provider calls it', () => {
  expect(['paid', 'open', 'disputed'].map(invoiceState)).toEqual(['Paid', 'Unpaid', 'disputed'])
})
