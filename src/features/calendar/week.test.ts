import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#ui/format/dates.ts'
import { HOUR_MS } from '#values/time.ts'
import { dayOf, daysOfWeek, minuteOfDay, momentAt, mondayOf, placeEvents, startOfDay, weekBounds } from './week.ts'

const AUCKLAND = 'Pacific/Auckland'

describe('a week', () => {
  test('begins on Monday, whichever of its days is given', () => {
    for (const day of daysOfWeek('2026-11-23')) expect(mondayOf(day)).toBe('2026-11-23')
    expect(mondayOf('2026-11-30')).toBe('2026-11-30')
    expect(mondayOf('2027-01-01')).toBe('2026-12-28')
  })

  test('has an hour less when clocks go forward, and an hour more when they go back', () => {
    const hours = (monday: string, zone: string) => {
      const { from, to } = weekBounds(monday, zone)
      return (to.getTime() - from.getTime()) / HOUR_MS
    }
    expect(hours('2026-09-21', AUCKLAND)).toBe(167)
    expect(hours('2027-03-29', AUCKLAND)).toBe(169)
    expect(hours('2026-11-23', AUCKLAND)).toBe(168)
    // Queensland has no summer time.
    expect(hours('2026-09-28', 'Australia/Brisbane')).toBe(168)
  })

  test('shows an open home where the clock on the wall is, also on the day when the clocks change', () => {
    const day = '2026-09-27'
    const moment = momentAt(day, 14 * 60, AUCKLAND)
    expect(moment.toISOString()).toBe('2026-09-27T01:00:00.000Z')
    expect(minuteOfDay(moment, AUCKLAND)).toBe(14 * 60)
    expect(dayOf(moment, AUCKLAND)).toBe(day)
    expect(dayOf(new Date(startOfDay(day, AUCKLAND).getTime() - 1), AUCKLAND)).toBe('2026-09-26')
  })
})

test('events of a day are side by side without covering each other, in as few columns as that needs', () => {
  const day = '2026-11-28'
  const from = startOfDay(day, AUCKLAND).getTime()
  const events = fc
    .array(fc.record({ start: fc.integer({ min: 0, max: 1_400 }), minutes: fc.integer({ min: 0, max: 300 }) }), {
      maxLength: 15,
    })
    .map((all) =>
      all.map(({ start, minutes }, n) => ({
        id: `open_${n}`,
        startsAt: new Date(from + start * 60_000),
        endsAt: new Date(from + (start + minutes) * 60_000),
      })),
    )
  fc.assert(
    fc.property(events, (all) => {
      const placed = placeEvents(all, day, AUCKLAND)
      expect(placed.map(({ event }) => event.id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      for (const one of placed) {
        expect(one.column).toBeLessThan(one.columns)
        expect(one.bottom).toBeGreaterThan(one.top)
        expect(one.bottom).toBeLessThanOrEqual(24 * 60)
        for (const other of placed)
          if (one !== other && one.column === other.column)
            expect(one.bottom <= other.top || other.bottom <= one.top).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})
