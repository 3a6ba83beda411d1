import { expect, test } from 'vitest'
import { fromWallTime, toWallTime } from './wallTime.ts'

test.each([
  ['2026-12-06T13:00', 'Pacific/Auckland', '2026-12-06T00:00:00.000Z'],
  ['2026-06-06T13:00', 'Pacific/Auckland', '2026-06-06T01:00:00.000Z'],
  ['2026-12-06T13:00', 'Australia/Perth', '2026-12-06T05:00:00.000Z'],
  ['2026-12-06T13:00', 'Australia/Adelaide', '2026-12-06T02:30:00.000Z'],
  // The first hour after summer time begins, and the last before it ends.
  ['2026-09-27T03:00', 'Pacific/Auckland', '2026-09-26T14:00:00.000Z'],
  ['2026-04-05T01:59', 'Pacific/Auckland', '2026-04-04T12:59:00.000Z'],
])('%s in %s is %s, and back', (wallTime, timeZone, moment) => {
  expect(fromWallTime(wallTime, timeZone)?.toISOString()).toBe(moment)
  expect(toWallTime(new Date(moment), timeZone)).toBe(wallTime)
})

test('a time that does not exist because the clocks change is an hour later', () => {
  const moment = fromWallTime('2026-09-27T02:30', 'Pacific/Auckland')
  expect(moment && toWallTime(moment, 'Pacific/Auckland')).toBe('2026-09-27T03:30')
})

test('what is not a time is nothing', () => {
  expect(fromWallTime('', 'Pacific/Auckland')).toBeUndefined()
  expect(fromWallTime('tomorrow', 'Pacific/Auckland')).toBeUndefined()
})
