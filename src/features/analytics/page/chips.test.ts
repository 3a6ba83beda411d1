import { expect, test } from 'vitest'
import { noWish } from './analyticsWish.ts'
import { chipsOf } from './chips.ts'

test('each filter is a chip in words, but for those with a field of their own', () => {
  const wish = {
    ...noWish,
    ...{ listingId: 'list_1', leadId: 'lead_1', place: 'NZ|Otago|Dunedin', device: 'mobile', browser: 'unknown' },
    ...{ os: 'iOS', referrer: 'direct', fileId: 'file_1', event: 'lead_created' as const },
  }

  expect(chipsOf(wish, { buyer: 'Mere Walker' }).map(({ about, words }) => `${about}: ${words}`)).toEqual([
    'Buyer: Mere Walker',
    'Place: Dunedin',
    'Device: Phone',
    'Browser: Not known',
    'System: iOS',
    'From: Direct',
    'Document: One document',
    'Log: Leads',
  ])
  expect(chipsOf(noWish, {})).toEqual([])
})
