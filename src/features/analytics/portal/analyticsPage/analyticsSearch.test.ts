import { expect, test } from 'vitest'
import {
  analyticsCsvUrl,
  clearFilters,
  defaultAnalyticsSearch,
  hasValidIds,
  parseAnalyticsSearch,
  toAnalyticsInput,
  toggleFilter,
} from './analyticsSearch.ts'

/** An address may contain anything. */
const read = (given: object) => parseAnalyticsSearch(given as Parameters<typeof parseAnalyticsSearch>[0])

test('listingId and leadId are strings, and empty if they are anything else', () => {
  expect(read({ listingId: 'list_1', leadId: 'lead_1' })).toEqual({
    ...defaultAnalyticsSearch,
    listingId: 'list_1',
    leadId: 'lead_1',
  })
  for (const odd of [5, [1], null, {}, true, undefined])
    expect(read({ listingId: odd, leadId: odd })).toEqual(defaultAnalyticsSearch)
  expect(defaultAnalyticsSearch).toMatchObject({ listingId: '', leadId: '' })
})

test('unreadable parameters are ignored', () => {
  const odd = { range: 'century', from: 'monday', to: '2026-02-30', compare: 'no', fileId: '../x', event: 'login' }

  expect(
    read({ ...odd, device: 7, os: [], browser: {}, place: 'x'.repeat(301), referrer: null, channel: 'tv' }),
  ).toEqual(defaultAnalyticsSearch)
})

test('readable parameters are kept', () => {
  const search = {
    ...defaultAnalyticsSearch,
    ...{ range: 'custom', from: '2026-03-01', to: '2026-03-14', compare: false, device: 'mobile', os: 'iOS' },
    ...{ browser: 'Safari', place: 'NZ|Otago|Dunedin', referrer: 'direct', fileId: 'file_1', event: 'file_view' },
    ...{ channel: 'chan_1', campaign: 'newsletter||spring' },
  }
  expect(read(search)).toEqual(search)
})

const narrow = {
  ...defaultAnalyticsSearch,
  listingId: 'list_1',
  place: 'NZ|Otago|Dunedin',
  event: 'file_view',
} as const

test('the input has the filters that are set; days only with a custom range', () => {
  expect(toAnalyticsInput(defaultAnalyticsSearch)).toEqual({ range: '30d' })
  expect(toAnalyticsInput({ ...narrow, from: '2026-03-01' })).toEqual({
    listingId: 'list_1',
    range: '30d',
    place: 'NZ|Otago|Dunedin',
  })
  expect(
    toAnalyticsInput({ ...defaultAnalyticsSearch, range: 'custom', from: '2026-03-01', to: '2026-03-14' }),
  ).toEqual({
    range: 'custom',
    from: '2026-03-01',
    to: '2026-03-14',
  })
})

test('a second click on the same value removes the filter, a click on another replaces it', () => {
  expect(toggleFilter(narrow, 'place', 'NZ|Otago|Dunedin')).toEqual({ ...narrow, place: '' })
  expect(toggleFilter(narrow, 'place', 'AU')).toEqual({ ...narrow, place: 'AU' })
})

test('clearing the filters keeps the range', () => {
  const search = { ...narrow, range: '7d', compare: false } as const

  expect(clearFilters(search)).toEqual({ ...defaultAnalyticsSearch, range: '7d', compare: false })
})

test('only ids of the right form are valid', () => {
  expect(hasValidIds(narrow)).toBe(true)
  expect(hasValidIds({ ...defaultAnalyticsSearch, listingId: 'lead_1' })).toBe(false)
  expect(hasValidIds({ ...defaultAnalyticsSearch, leadId: 'a&b' })).toBe(false)
})

test('the CSV export is filtered like the log', () => {
  expect(analyticsCsvUrl(narrow)).toBe(
    '/portal/analytics.csv?listingId=list_1&range=30d&place=NZ%7COtago%7CDunedin&event=file_view',
  )
})
