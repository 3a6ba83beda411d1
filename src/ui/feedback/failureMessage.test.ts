import { expect, test } from 'vitest'
import { AppError, tooManyRequests, unexpected } from '#platform/errors.ts'
import { failureMessage } from './failureMessage.ts'

test('a refusal’s own message is shown', () => {
  expect(failureMessage(new AppError('WrongCredentials', 401, 'Not right.'))).toBe('Not right.')
})

test('no response is distinguished from a bad one', () => {
  const noAnswer = ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed']
  for (const words of noAnswer) expect(failureMessage(new TypeError(words))).toMatch(/Check your connection/)
  expect(failureMessage(new TypeError('x is not a function'))).toMatch(/Something went wrong/)
  expect(failureMessage(new Error('<html>502</html>'))).toBe('Something went wrong! Please try again later.')
})

test('what a proxy answers in our place is not shown', () => {
  const page = '<html><h1>503 Service Unavailable</h1></html>'
  expect(failureMessage(new AppError('UnexpectedError', 503, page))).toMatch(/^The service is temporarily unavailable/)
  expect(failureMessage(new AppError('Refused', 403, page))).toBe('Something went wrong! Please try again later.')
  expect(failureMessage(unexpected('a1'))).toBe('Something went wrong on our side.')
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3599, '60 minutes'],
  [3600, '1 hour'],
  [3601, '2 hours'],
])('after too many attempts, %d seconds to wait are called %s', (seconds, words) => {
  expect(failureMessage(tooManyRequests(seconds))).toBe(`Too many attempts. Try again in ${words}.`)
})
