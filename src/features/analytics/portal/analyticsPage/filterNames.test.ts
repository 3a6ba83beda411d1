import { expect, test } from 'vitest'
import { defaultAnalyticsSearch } from './analyticsSearch.ts'
import { flagUrl } from './breakdowns/PlacesPanel.tsx'
import {
  countryName,
  documentLabel,
  filterChips,
  isUnknownPlace,
  parsePlace,
  placeContext,
  placeKey,
  placeName,
} from './filterNames.ts'

const karori = { country: 'NZ', region: 'Wellington', city: 'Karori' }

test('a country has a name', () => {
  expect(countryName('NZ')).toBe('New Zealand')
  expect(countryName('Nowhere')).toBe('Nowhere')
})

test('a place has its most precise name, and the rest as context', () => {
  expect([placeName(karori), placeContext(karori)]).toEqual(['Karori', 'Wellington, New Zealand'])
  expect([placeName(parsePlace('NZ')), placeContext(parsePlace('NZ'))]).toEqual(['New Zealand', ''])
  expect(placeContext({ ...karori, city: 'Wellington' })).toBe('New Zealand')
  expect(placeName(parsePlace('||'))).toBe('Unknown place')
})

test('the value of a place filter can be parsed', () => {
  expect(parsePlace(placeKey(karori))).toEqual(karori)
  expect(isUnknownPlace(parsePlace(placeKey({ country: '', region: '', city: '' })))).toBe(true)
})

const counted = (fileId: string, name: string, listingTitle: string) => ({
  ...{ fileId, name, listingTitle, kind: null, opens: 1, downloads: 0 },
})

test('documents with the same name are distinguished by their listing', () => {
  const all = [
    counted('file_1', 'LIM report', '12 Rata Street'),
    counted('file_2', 'LIM report', '7 Kauri Road'),
    counted('file_3', 'Title', '7 Kauri Road'),
  ]

  expect(all.map((document) => documentLabel(document, all))).toEqual([
    'LIM report, 12 Rata Street',
    'LIM report, 7 Kauri Road',
    'Title',
  ])
})

test('each filter but listing and range has a chip', () => {
  const search = {
    ...defaultAnalyticsSearch,
    ...{ listingId: 'list_1', leadId: 'lead_1', place: 'NZ|Otago|Dunedin', device: 'mobile', browser: 'unknown' },
    ...{ os: 'iOS', referrer: 'direct', fileId: 'file_1', event: 'lead_created' as const },
    ...{ channel: 'portal', campaign: 'newsletter|email|spring' },
  }

  expect(filterChips(search, { buyer: 'Mere Walker' }).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Buyer: Mere Walker',
    'Place: Dunedin',
    'Device: Phone',
    'Browser: Unknown',
    'System: iOS',
    'Source: Direct',
    'Channel: Portal ad',
    'Campaign: spring',
    'Document: One document',
    'Activity: Leads',
  ])
  expect(filterChips(defaultAnalyticsSearch, {})).toEqual([])
})

test('a country has a flag, and an unknown code has none', () => {
  expect(flagUrl('NZ')).toMatch(/NZ.*\.svg/)
  expect(flagUrl('GB')).toMatch(/GB.*\.svg/)
  expect(flagUrl('ZZ')).toBeUndefined()
})
