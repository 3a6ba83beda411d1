import { expect, test } from 'vitest'
import { noWish } from './analyticsWish.ts'
import { csvAddress, isAskable, questionOf, toggled, widened } from './filters.ts'

const narrow = { ...noWish, listingId: 'list_1', place: 'NZ|Otago|Dunedin', event: 'file_view' } as const

test('a call is asked for what is chosen and no more; days count only where they are chosen', () => {
  expect(questionOf(noWish)).toEqual({ range: '30d' })
  expect(questionOf({ ...narrow, from: '2026-03-01' })).toEqual({
    listingId: 'list_1',
    range: '30d',
    place: 'NZ|Otago|Dunedin',
  })
  expect(questionOf({ ...noWish, range: 'custom', from: '2026-03-01', to: '2026-03-14' })).toEqual({
    range: 'custom',
    from: '2026-03-01',
    to: '2026-03-14',
  })
})

test('a second click on the same takes the filter away, one on another replaces it', () => {
  expect(toggled(narrow, 'place', 'NZ|Otago|Dunedin')).toEqual({ ...narrow, place: '' })
  expect(toggled(narrow, 'place', 'AU')).toEqual({ ...narrow, place: 'AU' })
})

test('clearing leaves the days as they are', () => {
  const wish = { ...narrow, range: '7d', compare: false } as const

  expect(widened(wish)).toEqual({ ...noWish, range: '7d', compare: false })
})

test('only what can be an id is asked for', () => {
  expect(isAskable(narrow)).toBe(true)
  expect(isAskable({ ...noWish, listingId: 'lead_1' })).toBe(false)
  expect(isAskable({ ...noWish, leadId: 'a&b' })).toBe(false)
})

test('the table for a spreadsheet is filtered like the log', () => {
  expect(csvAddress(narrow)).toBe(
    '/portal/analytics.csv?listingId=list_1&range=30d&place=NZ%7COtago%7CDunedin&event=file_view',
  )
})
