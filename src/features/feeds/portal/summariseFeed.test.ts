import { expect, test } from 'vitest'
import type { FeedAction } from '../feeds.schema.ts'
import { summariseFeed } from './summariseFeed.ts'

const none = { created: 0, changed: 0, closed: 0, same: 0, older: 0, skipped: 0, failed: 0 }
const reportOf = (counts: Partial<Record<FeedAction, number>>) => ({
  counts: { ...none, ...counts },
  ...{ listings: [], skipped: [], photoProblems: [] },
})

test.each([
  [{ created: 2 }, 'This file will create 2 drafts.', '2 drafts created'],
  [
    { created: 1, changed: 1_200, closed: 1, failed: 2 },
    'This file will create 1 draft, change 1,200 listings and close 1 listing. 2 can’t be imported.',
    '1 draft created, 1,200 listings changed, 1 listing closed, 2 couldn’t be imported',
  ],
  [
    { same: 3, older: 1 },
    'This file won’t change any listings. 3 unchanged, 1 already newer here.',
    '3 unchanged, 1 already newer here',
  ],
  [{}, 'This file won’t change any listings.', 'No listings'],
])('a file with %o says what it will do, and what it did', (counts, before, after) => {
  expect(summariseFeed(reportOf(counts), { isPreview: true })).toBe(before)
  expect(summariseFeed(reportOf(counts), { isPreview: false })).toBe(after)
})
