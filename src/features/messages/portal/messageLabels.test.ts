import { expect, test } from 'vitest'
import { exclusionSummary } from '#features/leads/exclusionTexts.ts'
import { fillListing } from '#features/leads/messagePlaces.ts'
import { audienceText, bounceText } from './messageLabels.ts'

test('who gets a message is a sentence', () => {
  expect(audienceText({})).toBe('Everyone who asked about this listing')
  expect(audienceText({ heat: 'warm' })).toBe('Hot and warm leads')
  expect(audienceText({ statuses: ['offer', 'viewing'], wantsUpdates: true, cameToOpenHome: true })).toBe(
    'Everyone with the status Viewing or Offer who asked to be kept up to date and came to an open home',
  )
  expect(audienceText({ leadIds: ['lead_1'] })).toBe('Selected leads')
})

test('those who are left out are counted by reason', () => {
  expect(exclusionSummary({ bounced: 1, unsubscribed: 3, no_email: 0 })).toBe('3 unsubscribed, 1 whose emails bounce')
  expect(exclusionSummary({})).toBe('')
})

test('the name of a listing is filled in as it is, with the signs that replacing knows', () => {
  expect(fillListing('Sold: {listing}, {first name}', '$& Rata {listing}')).toBe(
    'Sold: $& Rata {listing}, {first name}',
  )
})

test('why an email came back is said in words where the code of the mail server is known', () => {
  expect(bounceText('5.1.1 550 5.1.1 <[email]> is gone')).toBe('Bounced: no such address')
  expect(bounceText('RCPT TO: 552 5.2.2 Over quota')).toBe('Bounced: their mailbox is full')
  expect(bounceText('5.7.1 Blocked')).toBe('Bounced: their mail server refused it')
  for (const unknown of [null, '', 'RCPT TO: 550 No', '15.1.12']) expect(bounceText(unknown)).toBe('The email bounced')
})
