import { expect, test } from 'vitest'
import { audienceText, exclusionSummary, fillListing } from './messageLabels.ts'

test('who gets a message is a sentence', () => {
  expect(audienceText({})).toBe('Everyone who asked about this listing')
  expect(audienceText({ heat: 'warm' })).toBe('Hot and warm leads')
  expect(audienceText({ statuses: ['offer', 'viewing'], wantsUpdates: true, cameToOpenHome: true })).toBe(
    'Everyone with the status Viewing or Offer who asked to be kept up to date and came to an open home',
  )
  expect(audienceText({ leadIds: ['lead_1'] })).toBe('Selected leads')
})

test('those who are left out are counted by reason', () => {
  expect(exclusionSummary({ bounced: 1, unsubscribed: 3, no_email: 0 })).toBe(
    '3 unsubscribed, 1 whose emails come back',
  )
  expect(exclusionSummary({})).toBe('')
})

test('the name of a listing is filled in as it is, with the signs that replacing knows', () => {
  expect(fillListing('Sold: {listing}, {first name}', '$& Rata {listing}')).toBe(
    'Sold: $& Rata {listing}, {first name}',
  )
})
