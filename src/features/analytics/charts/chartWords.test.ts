import { expect, test } from 'vitest'
import { axisLabels } from './axisLabels.ts'
import { changeWords, shareChangeWords } from './change.ts'
import { chartSummary } from './chartSummary.ts'
import { pointWords } from './measures.ts'
import { ticks } from './ticks.ts'

const point = (day: string, views: number, leads = 0) => ({
  from: day,
  to: day,
  views,
  visitors: 1,
  leads,
  filesOpened: 0,
})

test('a change is said in percent of what was before', () => {
  expect(changeWords({ now: 112, before: 100 })).toEqual({
    direction: 'up',
    short: '12%',
    long: 'up 12% from 100 in the period before',
  })
  expect(changeWords({ now: 0, before: 8 })).toMatchObject({ direction: 'down', short: '100%' })
})

test('a share changes by percentage points, never by percent of a percentage', () => {
  const write = (share: number) => `${share * 100}%`
  expect(shareChangeWords({ now: 0.05, before: 0.04 }, write)).toEqual({
    direction: 'up',
    short: '1 pt',
    long: 'up 1 percentage point from 4% in the period before',
  })
  expect(shareChangeWords({ now: 0.021, before: 0.044 }, write)).toMatchObject({ direction: 'down', short: '2.3 pts' })
  expect(shareChangeWords({ now: 0.03, before: 0 }, write)).toMatchObject({ direction: 'up', short: '3 pts' })
  expect(shareChangeWords({ now: 0.0301, before: 0.03 }, write)).toMatchObject({ direction: 'same', short: '–' })
})

test('from nothing to something is new, and what stays has no direction', () => {
  expect(changeWords({ now: 5, before: 0 })).toMatchObject({ direction: 'new', short: 'new' })
  expect(changeWords({ now: 0, before: 0 })).toMatchObject({ direction: 'same', short: '–' })
  expect(changeWords({ now: 1001, before: 1000 })).toMatchObject({ direction: 'same' })
  expect(changeWords({ now: 5000, before: 1 }).short).toBe('999%+')
})

test('the scale has few lines, at round whole numbers, and covers the greatest', () => {
  expect(ticks(0)).toEqual([0, 1])
  expect(ticks(3)).toEqual([0, 1, 2, 3])
  expect(ticks(4)).toEqual([0, 2, 4])
  expect(ticks(88)).toEqual([0, 50, 100])
  for (const greatest of [1, 7, 61, 999, 1_001, 12_345_678]) {
    expect(ticks(greatest).at(-1)).toBeGreaterThanOrEqual(greatest)
    expect(ticks(greatest).length).toBeLessThanOrEqual(4)
  }
})

test('the last day is always named, and at most seven are', () => {
  const points = Array.from({ length: 30 }, (_, index) => point(`2026-10-${String(index + 1).padStart(2, '0')}`, 1))

  expect(axisLabels(points).at(-1)).toEqual({ index: 29, words: '30 Oct', isMinor: false })
  expect(axisLabels(points).length).toBeLessThanOrEqual(7)
})

test('who cannot see the chart hears its sums, its peak and each day', () => {
  const days = [point('2026-11-08', 4), point('2026-11-09', 45, 1)]

  expect(chartSummary('Views and leads per day', days, 'leads')).toBe(
    'Views and leads per day. 49 views and 1 lead in all. Most views: Mon, 9 November, 45 views. Left and right arrow keys move between the days.',
  )
  expect(pointWords({ ...point('2026-11-09', 45, 1), before: point('2026-10-10', 1) }, 'leads')).toBe(
    'Mon, 9 November: 45 views and 1 lead; the period before 1 view and 0 leads',
  )
})
