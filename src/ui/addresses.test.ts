import { expect, test } from 'vitest'
import { mailAddress } from './addresses.ts'

test('nothing in an address or a title adds a header to the email', () => {
  expect(mailAddress({ email: 'a?bcc=x@example.nz', listingTitle: '12 Rata & Co?' })).toBe(
    'mailto:a%3Fbcc%3Dx@example.nz?subject=Your%20enquiry%20about%2012%20Rata%20%26%20Co%3F',
  )
})
