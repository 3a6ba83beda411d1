import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberedSlug, Slug, slugFromTitle } from './listings.schema.ts'

describe('a slug made from a title', () => {
  test.each([
    ['14 Kōwhai Hollow Rise, Karori', '14-kowhai-hollow-rise-karori'],
    ['  Flat 2/7 — “The Mill”  ', 'flat-2-7-the-mill'],
    ['東京', 'listing'],
    ['---', 'listing'],
  ])('of %j is %s', (title, slug) => expect(slugFromTitle(title)).toBe(slug))

  test('is always valid, with a number too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 99_999 }), (title, takenCount) => {
        const slug = numberedSlug(slugFromTitle(title), takenCount)
        expect(Slug.parse(slug)).toBe(slug)
      }),
    )
  })
})
