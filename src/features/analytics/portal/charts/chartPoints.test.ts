import { expect, test } from 'vitest'
import { toPoints } from './chartPoints.ts'

const days = (count: number, last = '2026-11-15', views = 1) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(last) - (count - 1 - index) * 24 * 3600 * 1000).toISOString().slice(0, 10),
    ...{ views, visitors: 1, leads: 0, filesOpened: 2 },
  }))
const totals = (count: number) => toPoints(days(count)).map(({ views }) => views)

test('up to 120 days, each day is a point, compared with the same day of the range before', () => {
  const points = toPoints(days(90), days(90, '2026-08-17', 3))

  expect(points).toHaveLength(90)
  expect(points[0]).toMatchObject({ from: '2026-08-18', to: '2026-08-18', views: 1, before: { views: 3 } })
  expect(points.at(-1)?.before).toMatchObject({ from: '2026-08-17', to: '2026-08-17' })
})

test('a year is shown by weeks; the last one ends today and the first one is never a single day', () => {
  const points = toPoints(days(365), days(365, '2025-11-15', 2))

  expect(points).toHaveLength(52)
  expect(points[0]).toMatchObject({ from: '2025-11-16', to: '2025-11-23', views: 8, before: { views: 16 } })
  expect(points.at(-1)).toMatchObject({ from: '2026-11-09', to: '2026-11-15', views: 7, filesOpened: 14 })
  expect(totals(124)).toEqual([5, ...Array(17).fill(7)])
})

test('more than 400 days are shown by calendar months', () => {
  const points = toPoints(days(500), days(500, '2025-07-03'))

  expect(points.at(-1)).toMatchObject({ from: '2026-11-01', to: '2026-11-15', views: 15, before: { views: 15 } })
  expect(points.at(-2)).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
  expect(points.reduce((sum, { views }) => sum + views, 0)).toBe(500)
})

test('the points add up to all days, for any number of days', () => {
  for (const count of [1, 7, 120, 121, 122, 127, 400, 401, 731])
    expect(totals(count).reduce((sum, views) => sum + views, 0)).toBe(count)
  expect(toPoints([])).toEqual([])
})
