import { expect, test } from 'vitest'
import {
  countLeadFilters,
  defaultLeadsSearch,
  hasLeadFilters,
  leadCountsInput,
  leadsCsvUrl,
  leadsQueryInput,
  noLeadFilters,
  parseLeadsSearch,
} from './leadsSearch.ts'

/** As it comes: anything may stand in an address. */
const read = (given: object) => parseLeadsSearch(given as Parameters<typeof parseLeadsSearch>[0])

test('invalid search parameters are ignored', () => {
  expect(read({})).toEqual(defaultLeadsSearch)
  expect(
    read({
      search: 7,
      status: 'sold',
      heat: 'boiling',
      listing: 'file_1',
      openHome: 'open_1',
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
    heat: 'hot',
    listing: 'list_1',
    from: '2026-03-01',
    question: 'Finance?',
    answer: 'Yes',
    openHome: 'open_0123456789abcdef',
    lead: 'lead_1',
  })
  expect(leadsQueryInput(search)).toEqual({
    search: 'a&b',
    status: 'offer',
    heat: 'hot',
    listingId: 'list_1',
    question: 'Finance?',
    answer: 'Yes',
    openHome: 'open_0123456789abcdef',
    from: '2026-03-01',
    sort: 'newest',
  })
  const { status: _, sort: __, ...narrowed } = leadsQueryInput(search)
  expect(leadCountsInput(search)).toEqual(narrowed)
  expect(leadsCsvUrl(search)).toBe(
    '/portal/leads.csv?sort=newest&search=a%26b&heat=hot&listingId=list_1&question=Finance%3F&answer=Yes&openHome=open_0123456789abcdef&from=2026-03-01&status=offer',
  )
})

test('the count of filters has a range of days once, and leaves out the search text and the order', () => {
  const days = { from: '2026-03-01', to: '2026-03-14' }
  expect(countLeadFilters(read({ status: 'offer', heat: 'warm', listing: 'list_1', ...days }))).toBe(4)
  expect(countLeadFilters(read({ to: '2026-03-14' }))).toBe(1)
  expect(countLeadFilters(read({ question: 'Finance?', answer: 'Yes' }))).toBe(1)
  expect(countLeadFilters(read({ openHome: 'any' }))).toBe(1)
  const searched = read({ search: 'mere', sort: 'name', status: 'offer', heat: 'cold', listing: 'list_1', ...days })
  const cleared = { ...searched, ...noLeadFilters }
  expect(cleared).toEqual(read({ search: 'mere', sort: 'name' }))
  expect(countLeadFilters(cleared)).toBe(0)
  expect(hasLeadFilters(cleared)).toBe(true)
  expect(hasLeadFilters(read({ sort: 'name' }))).toBe(false)
})
