import { expect, test } from 'vitest'
import { ListFilesInput } from './files.schema.ts'
import { defaultFilesSearch, filesQueryInput, parseFilesSearch } from './filesSearch.ts'

/** As the address says it, whatever that is. */
const read = (given: object) => parseFilesSearch(given as Parameters<typeof parseFilesSearch>[0])

test('invalid search parameters are ignored', () => {
  const nonsense = { search: 7, listing: 'x', kind: 'spell', state: [], sort: '', more: 'of it' }
  expect(read(nonsense)).toEqual(defaultFilesSearch)
  expect(read({})).toEqual(defaultFilesSearch)
})

test('an old URL with a page number opens the list from the start', () => {
  expect(read({ search: 'lim', page: 2 })).toEqual({ ...defaultFilesSearch, search: 'lim' })
})

test('the URL’s filters are sent to the server', () => {
  const search = { search: 'lim', listing: 'none', kind: 'lim', state: 'ready', whose: 'mine', sort: 'name' }
  expect(read(search)).toEqual(search)
  expect(ListFilesInput.parse(filesQueryInput(read(search)))).toMatchObject(search)
  expect(ListFilesInput.parse(filesQueryInput(defaultFilesSearch))).toEqual({
    search: '',
    sort: 'newest',
    limit: 50,
  })
})
