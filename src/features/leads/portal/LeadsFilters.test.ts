import { expect, test } from 'vitest'
import { todayIn } from '#ui/format/dates.ts'
import { startOfRange } from './LeadsFilters.tsx'

test('today is the agent’s local day, and date ranges include it', () => {
  const now = new Date('2026-03-14T11:30:00Z')
  expect(todayIn('Pacific/Auckland', now)).toBe('2026-03-15')
  expect(todayIn('Australia/Perth', now)).toBe('2026-03-14')
  expect(startOfRange('2026-03-01', 1)).toBe('2026-03-01')
  expect(startOfRange('2026-03-01', 7)).toBe('2026-02-23')
})
