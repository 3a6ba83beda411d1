import { expect, test } from 'vitest'
import { percent, shareOf } from './shares.ts'

test.each([
  [0, '0%'],
  [0.0001, '<0.1%'],
  [0.0238, '2.4%'],
  [0.456, '46%'],
  [1, '100%'],
])('%d is written %s', (share, words) => {
  expect(percent(share)).toBe(words)
})

test('a share of nothing is nothing', () => {
  expect(shareOf(3, 0)).toBe(0)
  expect(shareOf(1, 4)).toBe(0.25)
})
