import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listDays, resolveSpans, shiftDay, splitIntoWholePeriods } from './dateRanges.ts'

const today = '2026-03-15'

test.each([
  ['7d', '2026-03-09', '2026-03-02', '2026-03-08'],
  ['30d', '2026-02-14', '2026-01-15', '2026-02-13'],
  ['90d', '2025-12-16', '2025-09-17', '2025-12-15'],
  ['12m', '2025-03-16', '2024-03-16', '2025-03-15'],
] as const)('%s ends today and is compared with as many days before', (range, from, before, dayBefore) => {
  expect(resolveSpans({ range }, today)).toEqual({
    span: { from, to: today },
    spanBefore: { from: before, to: dayBefore },
  })
})

test('a custom range is accepted in either order and is at most two years long', () => {
  const custom = (from?: string, to?: string) => resolveSpans({ range: 'custom', from, to }, today).span
  expect(custom('2026-01-05', '2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-01-05' })
  expect(custom('2026-01-31', '2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-01-31' })
  expect(listDays(custom('2020-01-01', '2026-03-01'))).toHaveLength(731)
  expect(custom('2020-01-01', '2026-03-01').to).toBe('2026-03-01')
  const month = { from: '2026-02-14', to: today }
  for (const [from, to] of [[], ['2026-01-01'], ['0001-01-01', '2026-01-01'], ['2026-01-01', '9999-12-31']])
    expect(custom(from, to)).toEqual(month)
})

const firstOf = {
  week: (day: string) => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7)),
  month: (day: string) => `${day.slice(0, 7)}-01`,
}

test.each(['week', 'month'] as const)(
  'each whole %s and the days around it cover each day of the span once',
  (period) => {
    const day = fc.nat(800).map((days) => shiftDay('2022-01-01', days))
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [from = '', to = ''] = [one, other].sort()
        const { whole, rest } = splitIntoWholePeriods(period, { from, to })
        const covered = [
          ...rest.flatMap(listDays),
          ...listDays({ from, to }).filter((day) => {
            const first = firstOf[period](day)
            return whole && first >= whole.from && first <= whole.to
          }),
        ]
        expect(covered.sort()).toEqual(listDays({ from, to }))
      }),
    )
  },
)
