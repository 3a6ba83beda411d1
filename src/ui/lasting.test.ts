import { expect, test } from 'vitest'
import { formatDuration } from './lasting.ts'

test.each([
  [0.4, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [125, '2 min 5 s'],
  [3600, '1 h'],
  [3780, '1 h 3 min'],
  [7199, '2 h'],
])('%d seconds last %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
