import { expect, test } from 'vitest'
import { csvAddress, filterOf, LeadsWish, noWish } from './leadsWish.ts'

test('what makes no sense in the address is as good as missing', () => {
  expect(LeadsWish.parse({})).toEqual(noWish)
  expect(
    LeadsWish.parse({
      search: 7,
      status: 'sold',
      listing: 'file_1',
      from: 'monday',
      to: '2026-02-30',
      sort: '',
      lead: '../x',
    }),
  ).toEqual(noWish)
})

test('the export is filtered like the list', () => {
  const wish = LeadsWish.parse({
    search: 'a&b',
    status: 'offer',
    listing: 'list_1',
    from: '2026-03-01',
    lead: 'lead_1',
  })
  expect(filterOf(wish)).toEqual({
    search: 'a&b',
    status: 'offer',
    listingId: 'list_1',
    from: '2026-03-01',
    sort: 'newest',
  })
  expect(csvAddress(wish)).toBe(
    '/portal/leads.csv?sort=newest&search=a%26b&status=offer&listingId=list_1&from=2026-03-01',
  )
})
