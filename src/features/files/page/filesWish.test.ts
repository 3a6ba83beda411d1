import { expect, test } from 'vitest'
import { FileQuestion } from '../files.ts'
import { noWish, questionOf, readWish } from './filesWish.ts'

/** As the address says it, whatever that is. */
const read = (given: object) => readWish(given as Parameters<typeof readWish>[0])

test('nonsense in the address is as good as nothing', () => {
  const nonsense = { search: 7, listing: 'x', kind: 'spell', state: [], sort: '', page: -1, more: 'of it' }
  expect(read(nonsense)).toEqual(noWish)
  expect(read({})).toEqual(noWish)
})

test('what the address says is what the server is asked', () => {
  const wish = { search: 'lim', listing: 'none', kind: 'lim', state: 'ready', sort: 'name', page: 2 }
  expect(read(wish)).toEqual(wish)
  expect(FileQuestion.parse(questionOf(read(wish)))).toMatchObject(wish)
  expect(FileQuestion.parse(questionOf(noWish))).toEqual({ search: '', sort: 'newest', page: 1, limit: 50 })
})
