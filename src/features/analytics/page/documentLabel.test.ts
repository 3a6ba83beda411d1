import { expect, test } from 'vitest'
import { documentLabel } from './documentLabel.ts'

const counted = (fileId: string, name: string, listingTitle: string) => ({
  ...{ fileId, name, listingTitle, kind: null, opens: 1, downloads: 0 },
})

test('documents of one name are told apart by their homes', () => {
  const all = [
    counted('file_1', 'LIM report', '12 Rata Street'),
    counted('file_2', 'LIM report', '7 Kauri Road'),
    counted('file_3', 'Title', '7 Kauri Road'),
  ]

  expect(all.map((document) => documentLabel(document, all))).toEqual([
    'LIM report, 12 Rata Street',
    'LIM report, 7 Kauri Road',
    'Title',
  ])
})
