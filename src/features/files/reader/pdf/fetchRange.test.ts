import { expect, test } from 'vitest'
import { joinRanges } from './fetchRange.ts'

const piece = (begin: number, end: number) => ({ begin, end })

test('ranges close to each other are fetched as one, in any order', () => {
  const [a, b, c] = [piece(0, 100), piece(20_000, 20_100), piece(500_000, 500_100)]
  expect(joinRanges([c, b, a])).toEqual([
    { begin: 0, end: 20_100, pieces: [a, b] },
    { ...c, pieces: [c] },
  ])
})

test('a range within another adds nothing', () => {
  const [whole, part] = [piece(0, 9_000), piece(1_000, 2_000)]
  expect(joinRanges([whole, part])).toEqual([{ ...whole, pieces: [whole, part] }])
  expect(joinRanges([])).toEqual([])
})
