import { expect, test } from 'vitest'
import { axisLabels, axisTicks } from './chartPoints.ts'
import { changeText, chartSummary, pointText, shareChangeText } from './chartText.ts'

const point = (day: string, views: number, leads = 0) => ({
  from: day,
  to: day,
  views,
  visitors: 1,
  leads,
  filesOpened: 0,
})

test('an amount changes by percent', () => {
  expect(changeText({ now: 112, before: 100 })).toEqual({
    direction: 'up',
    short: '12%',
    long: 'up 12% from 100 in the previous period',
  })
  expect(changeText({ now: 0, before: 8 })).toMatchObject({ direction: 'down', short: '100%' })
})

test('a percentage changes by percentage points', () => {
  const write = (share: number) => `${share * 100}%`
  expect(shareChangeText({ now: 0.05, before: 0.04 }, write)).toEqual({
    direction: 'up',
    short: '1 pt',
    long: 'up 1 percentage point from 4% in the previous period',
  })
  expect(shareChangeText({ now: 0.021, before: 0.044 }, write)).toMatchObject({ direction: 'down', short: '2.3 pts' })
  expect(shareChangeText({ now: 0.03, before: 0 }, write)).toMatchObject({ direction: 'up', short: '3 pts' })
  expect(shareChangeText({ now: 0.0301, before: 0.03 }, write)).toMatchObject({ direction: 'same', short: '–' })
})

test('a first amount is new, and an unchanged one has no direction', () => {
  expect(changeText({ now: 5, before: 0 })).toMatchObject({ direction: 'new', short: 'new' })
  expect(changeText({ now: 0, before: 0 })).toMatchObject({ direction: 'same', short: '–' })
  expect(changeText({ now: 1001, before: 1000 })).toMatchObject({ direction: 'same' })
  expect(changeText({ now: 5000, before: 1 }).short).toBe('999%+')
})

test('the scale has at most four ticks, at round whole numbers, and covers the maximum', () => {
  expect(axisTicks(0)).toEqual([0, 1])
  expect(axisTicks(3)).toEqual([0, 1, 2, 3])
  expect(axisTicks(4)).toEqual([0, 2, 4])
  expect(axisTicks(88)).toEqual([0, 50, 100])
  for (const maximum of [1, 7, 61, 999, 1_001, 12_345_678]) {
    expect(axisTicks(maximum).at(-1)).toBeGreaterThanOrEqual(maximum)
    expect(axisTicks(maximum).length).toBeLessThanOrEqual(4)
  }
})

test('the last day always has a label, and at most seven days have one', () => {
  const points = Array.from({ length: 30 }, (_, index) => point(`2026-10-${String(index + 1).padStart(2, '0')}`, 1))

  expect(axisLabels(points).at(-1)).toEqual({ index: 29, text: '30 Oct', isMinor: false })
  expect(axisLabels(points).length).toBeLessThanOrEqual(7)
})

test('screen readers get the totals, the peak and each day', () => {
  const days = [point('2026-11-08', 4), point('2026-11-09', 45, 1)]

  expect(chartSummary('Views and leads per day', days, 'leads')).toBe(
    'Views and leads per day. 49 views and 1 lead in total. Most views: Mon, 9 November, 45 views. Left and right arrow keys move between the days.',
  )
  expect(pointText({ ...point('2026-11-09', 45, 1), before: point('2026-10-10', 1) }, 'leads')).toBe(
    'Mon, 9 November: 45 views and 1 lead; previous period 1 view and 0 leads',
  )
})

test('one buyer’s chart has the documents they opened', () => {
  expect(pointText({ ...point('2026-11-09', 2), filesOpened: 3 }, 'filesOpened')).toBe(
    'Mon, 9 November: 2 views and 3 document views',
  )
})
