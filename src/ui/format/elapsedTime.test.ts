import { expect, test } from 'vitest'
import { formatDuration, formatRelativeTime } from './elapsedTime.ts'

const now = new Date('2026-03-10T12:00:00Z')

test.each([
  ['2026-03-10T12:00:05Z', 'just now'],
  ['2026-03-10T11:59:30Z', 'just now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T09:10:00Z', '2 hours ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-03-03T12:00:01Z', '6 days ago'],
])('%s was %s', (moment, words) => {
  expect(formatRelativeTime(new Date(moment), now, 'Pacific/Auckland')).toBe(words)
})

test.each([
  ['2026-03-03T12:00:00Z', 'Pacific/Auckland', '4 Mar'],
  ['2026-03-03T12:00:00Z', 'UTC', '3 Mar'],
  ['2024-01-01T12:00:00Z', 'UTC', '1 Jan 2024'],
])('after a week, %s in %s is written as the date: %s', (moment, timeZone, words) => {
  expect(formatRelativeTime(new Date(moment), now, timeZone)).toBe(words)
})

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
