import { expect, test } from 'vitest'
import { countryName, isUnknown, placeAround, placeKey, placeName, placeOf } from './placeWords.ts'

const karori = { country: 'NZ', region: 'Wellington', city: 'Karori' }

test('a country has a name', () => {
  expect(countryName('NZ')).toBe('New Zealand')
  expect(countryName('Nowhere')).toBe('Nowhere')
})

test('a place is called by the smallest that is known, and lies in the rest', () => {
  expect([placeName(karori), placeAround(karori)]).toEqual(['Karori', 'Wellington, New Zealand'])
  expect([placeName(placeOf('NZ')), placeAround(placeOf('NZ'))]).toEqual(['New Zealand', ''])
  expect(placeAround({ ...karori, city: 'Wellington' })).toBe('New Zealand')
  expect(placeName(placeOf('||'))).toBe('Unknown place')
})

test('a filter can be read back', () => {
  expect(placeOf(placeKey(karori))).toEqual(karori)
  expect(isUnknown(placeOf(placeKey({ country: '', region: '', city: '' })))).toBe(true)
})
