import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { returnPath } from './returnPath.ts'

const OURS = 'https://files.example.nz'
const whereTo = (from: unknown) => new URL(returnPath(from), OURS)

describe('after signing in', () => {
  test.each(['/portal/leads', '/portal/analytics?listingId=list_1#chart', '/'])(
    'the requested page opens: %s',
    (path) => {
      expect(returnPath(path)).toBe(path)
    },
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'https://evil.example/portal',
    'data:text/html,x',
    '/\t/evil.example',
    '/\n/evil.example',
    '/portal\u007f',
    '\t//evil.example',
    ' /portal',
    'portal',
    '',
    undefined,
    null,
    5,
    ['/portal'],
    { toString: () => '/portal' },
  ])('threat 27: %j leads to the portal instead', (from) => {
    expect(returnPath(from)).toBe('/portal')
  })

  test('threat 27: no return path leads away from this site', () => {
    const dangerous = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      '\0',
      '@',
      ':',
      '.',
      '%2f',
      '%5c',
      'evil.example',
      'javascript:',
    )
    const addresses = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(dangerous, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(addresses, (from) => {
        expect(whereTo(from).origin).toBe(OURS)
      }),
      { numRuns: 5_000 },
    )
  })
})
