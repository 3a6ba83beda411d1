import { expect, test } from 'vitest'
import { isSecretPath } from './secretPage.ts'

test.each([
  '/reset-password',
  '/reset-password/token',
  '/reset%2Dpassword/token',
  '//Reset-Password/token',
  '/confirm-checkout/token',
  '/join',
  '/office-email',
  '/lead-forward',
  '/listings/12-rata-street/open',
  '/listings/12-rata-street/open/',
  '/listings/12-rata-street/%6Fpen',
  '/listings/a%2Fb/open',
  '/%E0%A4%A',
])('%s is not reported', (path) => {
  expect(isSecretPath(path)).toBe(true)
})

test.each(['/', '/listings/12-rata-street', '/listings/open', '/portal/listings/open', '/listings/x/open/more'])(
  '%s may be counted',
  (path) => {
    expect(isSecretPath(path)).toBe(false)
  },
)
