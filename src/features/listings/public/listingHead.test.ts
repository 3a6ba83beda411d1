import { describe, expect, test } from 'vitest'
import { publicFacts } from '../../../../test/fixtures/listings.ts'
import type { PublicListing } from '../listings.schema.ts'
import { listingHead } from './listingHead.ts'

const HOSTILE = '</script><img src=x onerror=alert(1)>\u2028&"'
const text = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})

const base: PublicListing = {
  id: 'list_1',
  title: '12 Rata Street',
  subtitle: '3 bed',
  description: text('Sunny. '.repeat(100)),
  slug: 'rata',
  changedAt: new Date('2026-11-01'),
  facts: publicFacts(),
  photos: [{ id: 'file_1', width: 3, height: 2, placeholder: null, replacedAt: null }],
  documents: [],
  brand: null,
  privacyText: '',
  questions: [],
}
const agent = { firstName: 'Mia', lastName: 'Fern', agencyName: 'Fern & Co', phone: '+64215550100' }
const headOf = (listing: Partial<PublicListing> = {}) =>
  listingHead('https://files.example.nz', { ...base, ...listing }, agent)
const contentOf = (listing: Partial<PublicListing>, name: string) =>
  headOf(listing)
    .meta.flatMap((tag) =>
      'content' in tag && ((tag as { name?: string }).name ?? (tag as { property?: string }).property) === name
        ? [tag.content]
        : [],
    )
    .at(0)

describe('the head of a listing', () => {
  test('has a canonical URL with the slug, based on APP_URL', () => {
    const canonical = { rel: 'canonical', href: 'https://files.example.nz/listings/rata' }
    expect(headOf().links).toContainEqual(canonical)
    expect(headOf({ photos: [] }).links.filter(({ rel }) => rel !== 'alternate')).toEqual([canonical])
  })

  test('preloads the cover in the size that the gallery will choose', () => {
    expect(headOf().links).toContainEqual(
      expect.objectContaining({ rel: 'preload', as: 'image', href: '/photos/file_1/960', fetchPriority: 'high' }),
    )
  })

  test('describes the listing within the length that search engines show, with any details missing', () => {
    const whole = contentOf({}, 'description') ?? ''
    expect(whole).toMatch(/^3 bed\. Sunny\. .*…$/)
    expect(whole.length).toBeLessThanOrEqual(201)
    expect(contentOf({ description: text('') }, 'description')).toBe('3 bed')
    expect(contentOf({ subtitle: '', description: null }, 'description')).toContain('12 Rata Street')
  })

  test('names the agency whose brand the page has', () => {
    const brand = { name: 'Harbour', legalLine: '', website: '', colour: null, logo: null, version: 'a1' }
    expect(contentOf({ brand }, 'og:site_name')).toBe('Harbour')
    expect(contentOf({}, 'og:site_name')).toBe('Property Files')
    expect(contentOf({ brand }, 'og:image')).not.toBe(contentOf({ brand: { ...brand, version: 'b2' } }, 'og:image'))
  })

  test('gives the share picture a new URL when text or cover change', () => {
    const addresses = [
      contentOf({}, 'og:image'),
      contentOf({ changedAt: new Date('2026-11-02') }, 'og:image'),
      contentOf({ photos: base.photos.map((photo) => ({ ...photo, replacedAt: new Date('2026-11-03') })) }, 'og:image'),
      contentOf({ photos: [] }, 'og:image'),
    ]
    expect(new Set(addresses).size).toBe(4)
  })

  test('threat 26: has the same data as schema.org, which cannot break out of its script element', () => {
    const [script] = headOf({ title: HOSTILE, subtitle: HOSTILE, description: text(HOSTILE) }).scripts
    expect(script?.children).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(script?.children ?? '')).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'RealEstateListing',
      name: HOSTILE,
      mainEntity: { '@type': 'Residence', description: HOSTILE },
      image: [expect.stringContaining('/preview.jpg'), 'https://files.example.nz/photos/file_1/1920'],
      provider: { '@type': 'RealEstateAgent', name: 'Mia Fern', telephone: '+64215550100' },
    })
  })

  test('describes the property, its sale and its open homes in schema.org’s words', () => {
    const startsAt = new Date('2026-11-29T01:00:00Z')
    const endsAt = new Date('2026-11-29T01:30:00Z')
    const facts = publicFacts({
      ...{ unit: '2', streetNumber: '12', street: 'Rata Street', suburb: 'Karori', city: 'Wellington' },
      ...{ postcode: '6012', country: 'NZ', propertyType: 'house', bedrooms: 3, bathrooms: 1, floorArea: 142.5 },
      ...{ saleMethod: 'enquiries_over', price: 895_000, status: 'under_offer' },
      openHomes: [{ id: 'open_1', startsAt, endsAt, note: '', sequence: 0 }],
    })
    const [script] = headOf({ facts }).scripts
    const address = {
      '@type': 'PostalAddress',
      streetAddress: '2/12 Rata Street',
      addressLocality: 'Karori',
      addressRegion: 'Wellington',
      postalCode: '6012',
      addressCountry: 'NZ',
    }
    const { mainEntity, offers } = JSON.parse(script?.children ?? '')
    expect(mainEntity).toMatchObject({
      ...{ '@type': 'SingleFamilyResidence', address, numberOfBedrooms: 3, numberOfBathroomsTotal: 1 },
      floorSize: { '@type': 'QuantitativeValue', value: 142.5, unitCode: 'MTK' },
      event: [{ '@type': 'Event', startDate: startsAt.toISOString(), location: { '@type': 'Place', address } }],
    })
    expect(offers).toMatchObject({
      ...{ '@type': 'Offer', price: 895_000, priceCurrency: 'NZD', description: 'Enquiries over $895,000' },
      availability: 'https://schema.org/LimitedAvailability',
    })
    expect(contentOf({ facts }, 'description')).toMatch(/^Enquiries over \$895,000\. 3 bedrooms · 1 bathroom/)
  })

  test('says in schema.org’s words only what is known', () => {
    const [script] = headOf().scripts
    const { mainEntity, offers } = JSON.parse(script?.children ?? '')
    expect(Object.keys(mainEntity)).toEqual(['@type', 'name', 'description'])
    expect(offers).toBeUndefined()
  })
})
