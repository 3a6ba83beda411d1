import { expect, test } from 'vitest'
import { documentsRead } from './documentsRead.ts'

test.each([
  [0, 0, 'Nothing opened'],
  [1, 0, 'Opened 1 document'],
  [0, 7, 'Downloaded 7 documents'],
  [2, 7, 'Opened 2 documents, downloaded 7'],
])('%i opened and %i downloaded reads "%s"', (openedFiles, downloadedFiles, words) => {
  expect(documentsRead({ openedFiles, downloadedFiles })).toBe(words)
})
