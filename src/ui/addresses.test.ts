import { expect, test } from 'vitest'
import { mailAddress, phoneAddress, readablePhone } from './addresses.ts'

test('a number is dialled without its spaces', () => {
  expect(phoneAddress('+64 21 (555) 0123')).toBe('tel:+64215550123')
})

test('a number of this country is written in groups', () => {
  const written = ['+64215550123', '+6493456789', '+61412345678', 'after 5 pm'].map(readablePhone)
  expect(written).toEqual(['+64 21 555 0123', '+64 9 345 6789', '+61412345678', 'after 5 pm'])
})

test('nothing in an address or a title adds a part to the mail', () => {
  expect(mailAddress({ email: 'a?bcc=x@example.nz', listingTitle: '12 Rata & Co?' })).toBe(
    'mailto:a%3Fbcc%3Dx@example.nz?subject=Your%20enquiry%20about%2012%20Rata%20%26%20Co%3F',
  )
})
