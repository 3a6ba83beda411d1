import { expect, test } from 'vitest'
import { noWish, readWish } from './analyticsWish.ts'

/** As it comes: anything may stand in an address. */
const read = (given: object) => readWish(given as Parameters<typeof readWish>[0])

test('listing and buyer are strings, and empty if they are anything else', () => {
  expect(read({ listingId: 'list_1', leadId: 'lead_1' })).toEqual({
    ...noWish,
    listingId: 'list_1',
    leadId: 'lead_1',
  })
  for (const odd of [5, [1], null, {}, true, undefined]) expect(read({ listingId: odd, leadId: odd })).toEqual(noWish)
  expect(noWish).toMatchObject({ listingId: '', leadId: '' })
})

test('what makes no sense in the address is as good as missing', () => {
  const odd = { range: 'century', from: 'monday', to: '2026-02-30', compare: 'no', fileId: '../x', event: 'login' }

  expect(read({ ...odd, device: 7, os: [], browser: {}, place: 'x'.repeat(301), referrer: null })).toEqual(noWish)
})

test('what makes sense is kept', () => {
  const wish = {
    ...noWish,
    ...{ range: 'custom', from: '2026-03-01', to: '2026-03-14', compare: false, device: 'mobile', os: 'iOS' },
    ...{ browser: 'Safari', place: 'NZ|Otago|Dunedin', referrer: 'direct', fileId: 'file_1', event: 'file_view' },
  }
  expect(read(wish)).toEqual(wish)
})
