import { expect, test } from 'vitest'
import { formatBytes, formatCount, fullName } from './format.ts'
import { formatMoney, formatPercent } from './moneyAndPercent.ts'

test.each([
  [4_900, 'nzd', '$49'],
  [4_950, 'nzd', '$49.50'],
  [0, 'nzd', '$0'],
  [123_400, 'nzd', '$1,234'],
  [4_900, 'jpy', 'JP¥4,900'],
])('%i of %s is written %s', (amount, currency, written) => {
  expect(formatMoney(amount, currency)).toBe(written)
})

test.each([
  [0, '0%'],
  [0.0001, '<0.1%'],
  [0.0238, '2.4%'],
  [0.456, '46%'],
  [1, '100%'],
])('a share of %d is written %s', (share, text) => {
  expect(formatPercent(share)).toBe(text)
})

test.each([
  [0, '0 views'],
  [1, '1 view'],
  [1_240, '1,240 views'],
])('%i is counted as %s', (count, text) => {
  expect(formatCount(count, 'view')).toBe(text)
})

test.each([
  [0, '0 B'],
  [345_000, '345 kB'],
  [1_250_000, '1.3 MB'],
  [18_400_000, '18 MB'],
])('%i bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  ['Mia', 'Fernbrook', 'Mia Fernbrook'],
  ['Mia', '', 'Mia'],
  ['', 'Fernbrook', 'Fernbrook'],
  [null, null, ''],
])('%j and %j are joined to %j', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name)
})
