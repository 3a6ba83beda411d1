import { expect, test } from 'vitest'
import { defaultLeadsSearch, leadsCsvUrl, leadsQueryInput, parseLeadsSearch } from './leadsSearch.ts'

/** As it comes: anything may stand in an address. */
const read = (given: object) => parseLeadsSearch(given as Parameters<typeof parseLeadsSearch>[0])

test('invalid search parameters are ignored', () => {
  expect(read({})).toEqual(defaultLeadsSearch)
  expect(
    read({
      search: 7,
      status: 'sold',
      listing: 'file_1',
      from: 'monday',
      to: '2026-02-30',
      sort: '',
      lead: '../x',
    }),
  ).toEqual(defaultLeadsSearch)
})

test('the export is filtered like the list', () => {
  const search = read({
    search: 'a&b',
    status: 'offer',
    listing: 'list_1',
    from: '2026-03-01',
    lead: 'lead_1',
  })
  expect(leadsQueryInput(search)).toEqual({
    search: 'a&b',
    status: 'offer',
    listingId: 'list_1',
    from: '2026-03-01',
    sort: 'newest',
  })
  expect(leadsCsvUrl(search)).toBe(
    '/portal/leads.csv?sort=newest&search=a%26b&status=offer&listingId=list_1&from=2026-03-01',
  )
})
