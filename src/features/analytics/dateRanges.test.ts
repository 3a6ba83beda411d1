import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#ui/format/dates.ts'
import { listDays, resolveSpans, splitIntoWholePeriods } from './dateRanges.ts'

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
  week: (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7)),
  month: (day: string) => `${day.slice(0, 7)}-01`,
}

describe.each(['week', 'month'] as const)('each %s', (period) => {
  const day = fc.nat(800).map((days) => addDays('2022-01-01', days))
  /** How often each day is counted, added and subtracted together. */
  function countDays({ whole, added, subtracted }: ReturnType<typeof splitIntoWholePeriods>, until: string) {
    const inPeriods = listDays({ from: '2021-11-01', to: until }).filter(
      (one) => whole && firstOf[period](one) >= whole.from && firstOf[period](one) <= whole.to,
    )
    const counts = new Map<string, number>()
    const add = (number: number) => (one: string) => counts.set(one, (counts.get(one) ?? 0) + number)
    for (const one of [...inPeriods, ...added.flatMap(listDays)]) add(1)(one)
    for (const one of subtracted.flatMap(listDays)) add(-1)(one)
    return [...counts].filter(([, count]) => count !== 0).sort()
  }
  const once = (span: { from: string; to: string }) => listDays(span).map((one): [string, number] => [one, 1])

  test('taken as a whole, with the days around it, counts each day of the span once', () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [from = '', to = ''] = [one, other].sort()
        expect(countDays(splitIntoWholePeriods(period, { from, to }), '2024-12-31')).toEqual(once({ from, to }))
      }),
    )
  })

  test('that lasts beyond the last day needs no days after it', () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [from = '', to = ''] = [one, other].sort()
        const split = splitIntoWholePeriods(period, { from, to }, to)
        expect(countDays(split, to)).toEqual(once({ from, to }))
        expect(split.subtracted.every((days) => days.to < from)).toBe(true)
      }),
    )
  })
})

test('a year is read as months and half a month of days at most', () => {
  const split = (from: string, to: string, lastDay?: string) => splitIntoWholePeriods('month', { from, to }, lastDay)
  expect(split('2025-03-16', '2026-03-15', '2026-03-15')).toEqual({
    whole: { from: '2025-03-01', to: '2026-03-01' },
    added: [],
    subtracted: [{ from: '2025-03-01', to: '2025-03-15' }],
  })
  expect(split('2025-03-20', '2026-03-10')).toEqual({
    whole: { from: '2025-04-01', to: '2026-02-01' },
    added: [
      { from: '2025-03-20', to: '2025-03-31' },
      { from: '2026-03-01', to: '2026-03-10' },
    ],
    subtracted: [],
  })
})
