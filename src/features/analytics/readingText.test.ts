import { expect, test } from 'vitest'
import { documentReadingText, minutesText, mostReadPages } from './readingText.ts'

test('most of the time is in the row of pages above the average, unless the document was read throughout', () => {
  const pages = (pageSeconds: number[], pageCount = pageSeconds.length) => mostReadPages({ pageSeconds, pageCount })
  expect(pages([0, 0, 50, 10, 0, 0, 0, 0])).toEqual({ from: 3, to: 4 })
  expect(pages([0, 0, 50, 1, 0, 0, 0, 20])).toEqual({ from: 3, to: 3 })
  expect(pages([1, 1, 20, 20, 20, 1, 1, 1, 1, 1])).toEqual({ from: 3, to: 5 })
  expect(pages([10, 10, 10, 10])).toBeUndefined()
  expect(pages([10, 10], 20)).toEqual({ from: 1, to: 2 })
  expect(pages([30])).toBeUndefined()
  expect(pages([])).toBeUndefined()
})

test('times are in minutes from one minute on', () => {
  expect([5, 59.4, 60, 95, 3600, 3900].map(minutesText)).toEqual(['5 s', '59 s', '1 min', '2 min', '1 h', '1 h 5 min'])
})

test('a document says which pages hold its readers, and where they stop', () => {
  const text = (pageSeconds: number[], pageReaders: number[]) =>
    documentReadingText({ pageSeconds, pageReaders, pageCount: pageSeconds.length })
  expect(text([5, 5, 90, 5, 5, 5, 5, 5], [8, 8, 8, 5, 4, 1, 1, 1])).toBe(
    'Most time is spent on page 3. Half of the 8 readers stop by page 4.',
  )
  expect(text([10, 10, 10], [4, 4, 3])).toBe(
    'Time is spread over the whole document. Most readers get to the last page.',
  )
  expect(text([10, 10, 10], [1, 1, 0])).toBe('Time is spread over the whole document.')
  expect(text([10, 0, 0, 0], [6, 1, 0, 0])).toBe('Most time is spent on page 1. Half of the 6 readers stop by page 1.')
})
