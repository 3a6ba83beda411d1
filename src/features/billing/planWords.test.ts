import { expect, test } from 'vitest'
import { money, perMonth, perPeriod, planWord, rhythmName, savingOf } from './planWords.ts'

const price = (amount: number, interval: string, intervalCount = 1, currency = 'nzd') => ({
  amount,
  interval,
  intervalCount,
  currency,
})
const monthly = price(4_900, 'month')
const yearly = price(49_000, 'year')

test.each([
  [4_900, 'nzd', '$49'],
  [4_950, 'nzd', '$49.50'],
  [0, 'nzd', '$0'],
  [123_400, 'nzd', '$1,234'],
  [4_900, 'jpy', 'JP¥4,900'],
])('%i of %s is written %s', (amount, currency, written) => {
  expect(money(amount, currency)).toBe(written)
})

test('a plan is named by its rhythm, whatever that is', () => {
  expect([monthly, yearly, price(1, 'week'), price(1, 'month', 3)].map(rhythmName)).toEqual([
    'Monthly',
    'Yearly',
    'Weekly',
    'Every 3 months',
  ])
  expect([yearly, price(1, 'month', 3)].map(perPeriod)).toEqual(['a year', 'every 3 months'])
  expect([yearly, price(1, 'month', 3)].map(planWord)).toEqual(['year', '3-month'])
})

test('a year comes to a twelfth a month, and a month needs no such words', () => {
  expect(perMonth(yearly)).toBe('$40.83')
  expect(perMonth(price(9_000, 'month', 3))).toBe('$30')
  expect(perMonth(monthly)).toBeUndefined()
  expect(perMonth(price(900, 'week'))).toBeUndefined()
})

test('the saving is counted against as many months of the shortest plan, and never rounded up', () => {
  expect(savingOf(yearly, [monthly, yearly])).toEqual({ percent: 16, amount: '$98' })
  expect(savingOf(monthly, [monthly, yearly])).toBeUndefined()
})

test.each([
  ['a year is the only plan', yearly, [yearly]],
  ['a year costs as much as twelve months', price(58_800, 'year'), [monthly, price(58_800, 'year')]],
  ['a year costs more', price(60_000, 'year'), [monthly, price(60_000, 'year')]],
  ['the plans are in different currencies', price(100, 'year', 1, 'usd'), [monthly, price(100, 'year', 1, 'usd')]],
  ['the other plan is by the week', yearly, [price(1_500, 'week'), yearly]],
])('no saving is claimed when %s', (_name, plan, plans) => {
  expect(savingOf(plan, plans)).toBeUndefined()
})
