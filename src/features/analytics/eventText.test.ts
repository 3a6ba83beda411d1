import { expect, test } from 'vitest'
import { eventNames } from '#platform/events/events.ts'
import { eventNouns, eventText, openedDocumentsText } from './eventText.ts'

test('every event has a text and a plural', () => {
  const texts = eventNames.map((event) => [
    eventText(event, { fileName: 'LIM report', seconds: 125 }),
    eventNouns[event],
  ])

  expect(texts).toEqual([
    ['Viewed the listing', 'Views'],
    ['Left the page after 2 min 5 s', 'Time on page'],
    ['Followed a link', 'Link clicks'],
    ['Opened LIM report', 'Document views'],
    ['Downloaded LIM report', 'Downloads'],
    ['Left their details', 'Leads'],
  ])
  expect(eventText('file_view', { fileName: null })).toBe('Opened a document')
  expect(eventText('file_download', { fileName: 'LIM report', zippedFiles: 7 })).toBe('Downloaded 7 documents as a zip')
  expect(eventText('something_new', { fileName: null })).toBe('Visited')
})

test.each([
  [0, 0, 'Nothing opened'],
  [1, 0, 'Opened 1 document'],
  [0, 7, 'Downloaded 7 documents'],
  [2, 7, 'Opened 2 documents, downloaded 7'],
])('%i opened and %i downloaded reads "%s"', (openedFiles, downloadedFiles, text) => {
  expect(openedDocumentsText({ openedFiles, downloadedFiles })).toBe(text)
})
