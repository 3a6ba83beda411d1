import { describe, expect, test } from 'vitest'
import { completeAddress } from '../facts/address.ts'
import { adText, messageText } from './shareTexts.ts'

const link = 'https://files.example.nz/listings/12-rata-street'
const facts = {
  ...completeAddress({ streetNumber: '12', street: 'Rata Street', suburb: 'Karori', city: 'Wellington' }),
  ...{ propertyType: null, bedrooms: 3, bathrooms: 1, parking: null, floorArea: null },
  ...{ landArea: null, landAreaUnit: null, titleType: null },
  ...{ saleMethod: 'negotiation' as const, price: null, priceText: null, saleAt: null },
  ...{ status: 'available' as const, isShownByAppointment: false, openHomes: [] },
  ...{ timeZone: 'Pacific/Auckland', shownAt: new Date() },
}
const bare = {
  title: 'The Old Mill',
  subtitle: '',
  facts: { ...facts, ...completeAddress({}) },
  photos: [],
  documents: [],
}
const documents = [
  { kind: 'lim' as const },
  { kind: 'building_report' as const },
  { kind: 'lim' as const },
  { kind: null },
]

describe('the text for an ad', () => {
  test('has the address, the facts, the sale and what the page offers', () => {
    expect(adText({ ...bare, facts, photos: [{}], documents }, link)).toBe(
      [
        'The Old Mill',
        '12 Rata Street, Karori, Wellington',
        '3 bedrooms · 1 bathroom',
        'Price by negotiation',
        '',
        'See all the photos and read the LIM report and building report:',
        link,
      ].join('\n'),
    )
  })

  test('says the address once if it is the title', () => {
    const text = adText({ ...bare, facts, title: '12 Rata Street, Karori, Wellington' }, link)
    expect(text.match(/Rata Street/g)).toHaveLength(1)
    const fromFolder = adText({ ...bare, facts, title: '12 Rata street Karori' }, link)
    expect(fromFolder).toMatch(/^12 Rata Street, Karori, Wellington\n3 bedrooms/)
    const begun = adText({ ...bare, facts, title: '12 Rata Street, Karori', subtitle: 'Close to schools' }, link)
    expect(begun).toMatch(/^12 Rata Street, Karori, Wellington\nClose to schools\n3 bedrooms · 1 bathroom\n/)
  })

  test('promises nothing that the page doesn’t have', () => {
    const plain = { ...bare.facts, bedrooms: null, bathrooms: null, saleMethod: null }
    expect(adText({ ...bare, facts: plain }, link)).toBe(`The Old Mill\n\nFind out more:\n${link}`)
    expect(adText({ ...bare, photos: [{}] }, link)).toContain('See all the photos:')
    expect(adText({ ...bare, documents: [{ kind: 'other' }] }, link)).toContain('Read the property documents:')
  })
})

test('the message names the documents, and how to open them', () => {
  expect(messageText({ ...bare, documents }, link)).toBe(
    `Hi, here’s the page for The Old Mill:\n${link}\n\nYou can read the documents there, including the LIM report and building report. Leave your name, email and phone number, and they open straight away.`,
  )
  expect(messageText(bare, link)).toContain('Leave your details there and I’ll be in touch.')
})
