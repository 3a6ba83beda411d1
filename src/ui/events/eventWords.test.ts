import { expect, test } from 'vitest'
import { eventNames } from '#platform/events/events.ts'
import { eventNouns, wordsFor } from './eventWords.ts'

test('every event has words for one and for many', () => {
  const words = eventNames.map((event) => [
    wordsFor(event, { fileName: 'LIM report', seconds: 125 }),
    eventNouns[event],
  ])

  expect(words).toEqual([
    ['Viewed the listing', 'Views'],
    ['Left the page after 2 min 5 s', 'Time on page'],
    ['Followed a link', 'Link clicks'],
    ['Opened LIM report', 'Document views'],
    ['Downloaded LIM report', 'Downloads'],
    ['Left their details', 'Leads'],
  ])
  expect(wordsFor('file_view', { fileName: null })).toBe('Opened a document')
  expect(wordsFor('something_new', { fileName: null })).toBe('Visited')
})
