import { describe, expect, test } from 'vitest'
import {
  addressBelowTitle,
  addressLine,
  completeAddress,
  listingTimeZone,
  parseAddress,
  parseStreetLine,
  titleFromAddress,
} from './address.ts'

const karori = completeAddress({
  streetNumber: '12',
  street: 'Rata Street',
  suburb: 'Karori',
  city: 'Wellington',
  region: 'Wellington',
  postcode: '6012',
  country: 'NZ',
})
const richmond = completeAddress({
  unit: '3',
  streetNumber: '45A',
  street: 'Swan Street',
  suburb: 'Richmond',
  city: 'Melbourne',
  region: 'VIC',
  postcode: '3121',
  country: 'AU',
})

describe('an address is written', () => {
  test('as New Zealand writes it', () => {
    expect(addressLine(karori)).toBe('12 Rata Street, Karori, Wellington 6012')
    expect(addressLine({ ...karori, unit: '2' })).toBe('2/12 Rata Street, Karori, Wellington 6012')
    expect(addressLine({ ...karori, suburb: null })).toBe('12 Rata Street, Wellington 6012')
    expect(addressLine({ ...karori, suburb: 'Wellington' })).toBe('12 Rata Street, Wellington 6012')
  })

  test('as Australia writes it', () => {
    expect(addressLine(richmond)).toBe('3/45A Swan Street, Richmond VIC 3121')
    expect(addressLine({ ...richmond, suburb: null })).toBe('3/45A Swan Street, Melbourne VIC 3121')
  })

  test('with whatever is known', () => {
    expect(addressLine(completeAddress({}))).toBe('')
    expect(addressLine(completeAddress({ street: 'Rata Street' }))).toBe('Rata Street')
    expect(addressLine(completeAddress({ region: 'Otago' }))).toBe('Otago')
    expect(addressLine(completeAddress({ unit: 'Lot 4', street: 'Rata Street' }))).toBe('Lot 4 Rata Street')
  })

  test('shorter as a title, and not at all without a street', () => {
    expect(titleFromAddress(karori)).toBe('12 Rata Street, Karori')
    expect(titleFromAddress({ ...karori, suburb: null })).toBe('12 Rata Street, Wellington')
    expect(titleFromAddress({ ...karori, streetNumber: null, street: null })).toBe('')
  })
})

test.each([
  ['12 Rata Street', { unit: null, streetNumber: '12', street: 'Rata Street' }],
  ['12A Rata Street', { unit: null, streetNumber: '12A', street: 'Rata Street' }],
  ['12-14 Rata Street', { unit: null, streetNumber: '12-14', street: 'Rata Street' }],
  ['3/12 Rata Street', { unit: '3', streetNumber: '12', street: 'Rata Street' }],
  ['Unit 3/12 Rata Street', { unit: '3', streetNumber: '12', street: 'Rata Street' }],
  ['Flat B, 12 Rata Street', { unit: 'B', streetNumber: '12', street: 'Rata Street' }],
  ['  Kōwhai   Rise ', { unit: null, streetNumber: null, street: 'Kōwhai Rise' }],
  ['1 2', { unit: null, streetNumber: '1', street: '2' }],
  ['', { unit: null, streetNumber: null, street: null }],
])('the street address %j is read in its parts', (line, parts) => {
  expect(parseStreetLine(line)).toEqual(parts)
})

test.each([
  [
    '12 Rata Street, Karori, Wellington 6012',
    {
      streetNumber: '12',
      street: 'Rata Street',
      suburb: 'Karori',
      city: 'Wellington',
      postcode: '6012',
      country: 'NZ',
    },
  ],
  [
    '12 Rata Street, Wellington, New Zealand',
    { street: 'Rata Street', suburb: null, city: 'Wellington', country: 'NZ' },
  ],
  [
    '3/45A Swan Street, Richmond VIC 3121',
    { unit: '3', streetNumber: '45A', suburb: 'Richmond', region: 'VIC', postcode: '3121', country: 'AU' },
  ],
  ['5 High Street, Fremantle wa, Australia', { suburb: 'Fremantle', region: 'WA', postcode: null, country: 'AU' }],
])('the pasted address %j fills in every part', (line, parts) => {
  expect(parseAddress(line)).toMatchObject(parts)
})

test('a street alone says nothing about the place', () => {
  expect(Object.keys(parseAddress('12 Rata Street'))).toEqual(['unit', 'streetNumber', 'street'])
})

test('the time is that of the property, or else of its agent', () => {
  expect(listingTimeZone({ country: 'AU', region: 'WA' }, 'Pacific/Auckland')).toBe('Australia/Perth')
  expect(listingTimeZone({ country: 'NZ', region: null }, 'Australia/Sydney')).toBe('Pacific/Auckland')
  expect(listingTimeZone({ country: 'AU', region: null }, 'Australia/Sydney')).toBe('Australia/Sydney')
  expect(listingTimeZone({ country: null, region: null }, 'Australia/Sydney')).toBe('Australia/Sydney')
  expect(listingTimeZone({ country: null, region: null }, null)).toBe('Pacific/Auckland')
})

test('under a title is what it leaves unsaid of the address', () => {
  expect(addressBelowTitle('Sunny villa', karori)).toBe('12 Rata Street, Karori, Wellington 6012')
  expect(addressBelowTitle('12 Rata Street', karori)).toBe('Karori, Wellington 6012')
  expect(addressBelowTitle('12 Rata Street, Karori', karori)).toBe('Wellington 6012')
  expect(addressBelowTitle('12 Rata Street, Karori, Wellington 6012', karori)).toBe('')
  expect(addressBelowTitle('12 Rata Street, Karori', { ...karori, city: null, region: null, postcode: null })).toBe('')
  expect(addressBelowTitle('Karori', completeAddress({ suburb: 'Karori' }))).toBe('Karori')
  const richmond = completeAddress({
    ...{
      streetNumber: '12',
      street: 'Rata Street',
      suburb: 'Richmond',
      region: 'VIC',
      postcode: '3121',
      country: 'AU',
    },
  })
  expect(addressBelowTitle('12 Rata Street, Richmond', richmond)).toBe('VIC 3121')
})
