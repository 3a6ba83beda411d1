import { expect, test } from 'vitest'
import { FileQuestion } from '../files.ts'
import { FilesWish, noWish, questionOf } from './filesWish.ts'

test('nonsense in the address is as good as nothing', () => {
  const nonsense = { search: 7, listing: 'x', kind: 'spell', state: [], sort: '', page: -1, more: 'of it' }
  expect(FilesWish.parse(nonsense)).toEqual(noWish)
  expect(FilesWish.parse({})).toEqual(noWish)
})

test('what the address says is what the server is asked', () => {
  const wish = { search: 'lim', listing: 'none', kind: 'lim', state: 'ready', sort: 'name', page: 2 }
  expect(FilesWish.parse(wish)).toEqual(wish)
  expect(FileQuestion.parse(questionOf(FilesWish.parse(wish)))).toMatchObject(wish)
  expect(FileQuestion.parse(questionOf(noWish))).toEqual({ search: '', sort: 'newest', page: 1, limit: 50 })
})
