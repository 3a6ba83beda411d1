import { describe, expect, test } from 'vitest'
import { runInRequestContext } from '#platform/http/currentRequest.server.ts'
import { publicFacts } from '../../../../test/fixtures/listings.ts'
import { adText } from '../portal/shareTexts.ts'
import { describeFacts } from './describeFacts.ts'

const APP_URL = 'https://files.example.nz'

/** Saturday 5 December 2026, 1 pm in Auckland. */
const saturday = new Date('2026-12-05T00:00:00Z')
const shownAt = new Date('2026-11-17T00:00:00Z')
const listing = { title: '12 Rata Street', slug: '12-rata-street', subtitle: '' }
const facts = publicFacts({ shownAt, saleAt: saturday, street: 'Rata Street', streetNumber: '12', city: 'Wellington' })

describe('the date of the sale', () => {
  test.each([
    ['auction' as const, 'Auction: 12 Rata Street', '20261205T000000Z/20261205T010000Z'],
    ['tender' as const, 'Tender closes: 12 Rata Street', '20261204T233000Z/20261205T000000Z'],
    ['deadline_sale' as const, 'Deadline: 12 Rata Street', '20261204T233000Z/20261205T000000Z'],
  ])('by %s goes into a Google calendar, as into any other', (saleMethod, text, dates) => {
    const { coming } = describeFacts({ ...listing, facts: { ...facts, saleMethod } }, APP_URL).visits
    expect(coming.map(({ calendarLink }) => calendarLink)).toEqual(['/listings/12-rata-street/calendar/sale.ics'])
    const google = new URL(coming[0]?.googleLink ?? '')
    expect(google.origin).toBe('https://calendar.google.com')
    expect(Object.fromEntries(google.searchParams)).toEqual({
      ...{ action: 'TEMPLATE', text, dates, location: '12 Rata Street, Wellington' },
    })
  })

  test('is written as in the property’s country, wherever the reader’s browser is from', () => {
    const openHomes = [{ id: 'open_1', startsAt: saturday, endsAt: saturday, note: '', sequence: 0 }]
    const shown = { ...facts, openHomes, saleMethod: 'auction' as const, country: 'AU' as const }
    const american = { requestId: '', clientIp: '', peer: '', reachedCall: true, locale: 'en-US' }
    runInRequestContext(american, () => {
      const { sale, visits } = describeFacts({ ...listing, facts: shown }, APP_URL)
      expect(sale).toBe('Auction, Sat 5 Dec, 1:00 pm')
      expect(visits.coming.map(({ text }) => text)).toEqual([
        'Sat 5 Dec, 1:00 pm – 1:00 pm',
        'Auction: Sat 5 Dec, 1:00 pm',
      ])
      const page = { ...listing, facts: { ...shown, country: null }, photos: [], documents: [] }
      expect(adText(page, 'https://files.example.nz')).toContain('Auction, Sat 5 Dec, 1:00 pm')
    })
  })
})
