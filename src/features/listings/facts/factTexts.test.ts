import { describe, expect, test } from 'vitest'
import { publicFacts } from '../../../../test/fixtures/listings.ts'
import { factsLine, headlineBelowTitle, openHomeTime, propertyFacts, saleLine, soldLine } from './factTexts.ts'

const auckland = { timeZone: 'Pacific/Auckland', country: 'NZ' as const }
/** Saturday 5 December 2026, 1 pm in Auckland. */
const saturday = new Date('2026-12-05T00:00:00Z')

describe('the line about the sale', () => {
  test.each([
    [{ saleMethod: 'auction' as const, saleAt: saturday }, 'Auction, Sat 5 Dec, 1:00 pm'],
    [{ saleMethod: 'deadline_sale' as const, saleAt: saturday }, 'Deadline sale, Sat 5 Dec, 1:00 pm'],
    [{ saleMethod: 'tender' as const, saleAt: saturday }, 'Tender closes Sat 5 Dec, 1:00 pm'],
    [{ saleMethod: 'set_date' as const, saleAt: saturday }, 'Set date of sale, Sat 5 Dec, 1:00 pm'],
    [{ saleMethod: 'auction' as const }, 'Auction'],
    [{ saleMethod: 'negotiation' as const, price: 5 }, 'Price by negotiation'],
    [{ saleMethod: 'asking_price' as const, price: 1_250_000 }, 'Asking price $1,250,000'],
    [{ saleMethod: 'enquiries_over' as const, price: 895_000 }, 'Enquiries over $895,000'],
    [{ saleMethod: 'asking_price' as const }, ''],
    [{ saleMethod: 'negotiation' as const, saleAt: saturday }, 'Price by negotiation'],
    [
      { saleMethod: 'auction' as const, saleAt: saturday, priceText: 'Unless sold prior' },
      'Unless sold prior · Auction Sat 5 Dec, 1:00 pm',
    ],
    [{ priceText: 'Offers invited' }, 'Offers invited'],
    [{}, ''],
  ])('%j reads %j', (facts, text) => {
    expect(saleLine(publicFacts(facts), auckland)).toBe(text)
  })
})

test('the facts of a property are listed as buyers ask for them, and only those that are known', () => {
  const facts = publicFacts({
    bedrooms: 3,
    bathrooms: 1,
    parking: 0,
    floorArea: 142.5,
    landArea: 2.35,
    landAreaUnit: 'ha',
  })
  expect(propertyFacts({ ...facts, propertyType: 'house', titleType: 'cross_lease' })).toEqual([
    { name: 'Bedrooms', short: '3 bedrooms', value: '3' },
    { name: 'Bathrooms', short: '1 bathroom', value: '1' },
    { name: 'Parking', short: '0 car parks', value: '0' },
    { name: 'Floor area', short: '142.5 m² floor', value: '142.5 m²' },
    { name: 'Land area', short: '2.35 ha land', value: '2.35 ha' },
    { name: 'Property type', short: 'House', value: 'House' },
    { name: 'Title type', short: 'Cross lease', value: 'Cross lease' },
  ])
  expect(factsLine(facts)).toBe('3 bedrooms · 1 bathroom · 0 car parks · 142.5 m² floor')
  expect(propertyFacts(publicFacts())).toEqual([])
})

test('a sale says when and for how much, if that is known', () => {
  expect(soldLine({ soldOn: '2026-11-03', soldPrice: 1_250_000, country: null })).toBe(
    'Sold on 3 November 2026 for $1,250,000',
  )
  expect(soldLine({ soldOn: '2026-11-03', soldPrice: null, country: null })).toBe('Sold on 3 November 2026')
  expect(soldLine({ soldOn: null, soldPrice: null, country: null })).toBe('Sold')
})

test('an open home is shown in the time of the property', () => {
  const openHome = { startsAt: saturday, endsAt: new Date('2026-12-05T00:30:00Z') }
  expect(openHomeTime(openHome, auckland)).toBe('Sat 5 Dec, 1:00 pm – 1:30 pm')
  expect(openHomeTime(openHome, { timeZone: 'Australia/Perth', country: 'AU' })).toBe('Sat 5 Dec, 8:00 am – 8:30 am')
})

test('under the title of a poster are the address, the sale and the facts, or else the subtitle', () => {
  const facts = publicFacts({
    streetNumber: '12',
    street: 'Rata Street',
    suburb: 'Karori',
    saleMethod: 'auction',
    bedrooms: 3,
  })
  const shown = { title: 'Sunny villa', subtitle: 'Close to schools', facts, timeZone: auckland.timeZone }
  expect(headlineBelowTitle(shown)).toBe('12 Rata Street, Karori · Auction · 3 bedrooms')
  expect(headlineBelowTitle({ ...shown, title: '12 Rata Street, Karori' })).toBe('Auction · 3 bedrooms')
  expect(headlineBelowTitle({ ...shown, facts: publicFacts() })).toBe('Close to schools')
})
