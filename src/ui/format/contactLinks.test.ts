import { expect, test } from 'vitest'
import { emailLink, phoneLink, textMessageLink } from './contactLinks.ts'

test('a link to call or text a number has nothing but the plus and the digits', () => {
  expect(phoneLink('+64 21 (555) 0123')).toBe('tel:+64215550123')
  expect(textMessageLink('+64 21 (555) 0123;body=x')).toBe('sms:+64215550123')
})

test('an email link has the address and the subject', () => {
  expect(emailLink('mia@rata.nz')).toBe('mailto:mia@rata.nz')
  expect(emailLink('mia@rata.nz', 'Your enquiry')).toBe('mailto:mia@rata.nz?subject=Your%20enquiry')
})

test('an email link and a text message can have their text, with line breaks', () => {
  expect(emailLink('mia@rata.nz', 'Hello', 'Hi Mia,\nsee you & me')).toBe(
    'mailto:mia@rata.nz?subject=Hello&body=Hi%20Mia%2C%0D%0Asee%20you%20%26%20me',
  )
  expect(textMessageLink('+64 21 555', 'Hi & bye?')).toBe('sms:+6421555?&body=Hi%20%26%20bye%3F')
})

test('neither the address nor the subject of an email link can add another header', () => {
  expect(emailLink('a?bcc=x@example.nz', '12 Rata & Co?')).toBe(
    'mailto:a%3Fbcc%3Dx@example.nz?subject=12%20Rata%20%26%20Co%3F',
  )
})
