import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scrub, scrubText } from './scrub.ts'

const around = fc.tuple(fc.lorem(), fc.constantFrom(' ', ': ', '=', '"', "'", '(', '/', '?q=', '#', ','))
const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
const phone = fc
  .tuple(
    fc.constantFrom('+64', '+1 ', '+61-', '0', '(0', '%2B64', ''),
    digits(7, 12),
    fc.constantFrom('', ' ', '-', '.'),
  )
  .map(
    ([start, number, separator]) =>
      start + number.map((digit, i) => (i % 3 === 2 ? digit + separator : digit)).join(''),
  )
  .map((text) => text.replace(/[ .-]$/, ''))
const token = fc.uint8Array({ minLength: 24, maxLength: 48 }).chain((bytes) => {
  const buffer = Buffer.from(bytes)
  return fc.constantFrom(buffer.toString('base64url'), buffer.toString('hex'), `cs_test_${buffer.toString('hex')}`)
})
const email = fc.emailAddress()

/** The value in a sentence, a URL, a list and a field. */
function survives(secret: string, [text, separator]: [string, string]) {
  const sentence = `${text}${separator}${secret} ${text}`
  const sent = JSON.stringify([
    scrubText(sentence),
    scrub({ message: sentence, nested: [{ value: secret, [secret]: 1 }] }),
    scrub({ $current_url: `https://files.nz/${encodeURIComponent(secret)}?a=${secret}#${secret}` }),
  ])
  return sent.includes(secret) || sent.includes(encodeURIComponent(secret))
}

describe('nothing personal survives', () => {
  test('no email address', () => {
    fc.assert(
      fc.property(email, around, (secret, place) => !survives(secret, place)),
      { seed: 1, numRuns: 500 },
    )
  })
  test('no phone number', () => {
    fc.assert(
      fc.property(phone, around, (secret, place) => !survives(secret, place)),
      { seed: 2, numRuns: 500 },
    )
  })
  test('no token', () => {
    fc.assert(
      fc.property(token, around, (secret, place) => !survives(secret, place)),
      { seed: 3, numRuns: 500 },
    )
  })
  test('no field with a personal name', () => {
    const person = { firstName: 'Ada', last_name: 'Lovelace', note: 'Call me', $ip: '10.0.0.1', title: 'Ada' }
    expect(scrub({ person, ok: 1 })).toEqual({ person: {}, ok: 1 })
  })
})

describe('URLs', () => {
  test.each([
    ['https://files.nz/reset-password/abc', 'https://files.nz/reset-password/[hidden]'],
    ['/thank-you/cs_1?x=1', '/thank-you/[hidden]'],
    [
      'https://files.nz/listings/12-rimu-street-karori/open/short',
      'https://files.nz/listings/12-rimu-street-karori/[hidden]',
    ],
    ['https://files.nz/portal/analytics?leadId=lead_0123456789abcdef#top', 'https://files.nz/portal/analytics'],
    ['https://files.nz/?email=ada@example.nz', 'https://files.nz/'],
  ])('%s', (address, sent) => {
    expect(scrubText(address)).toBe(sent)
  })
})

describe('what helps to debug is kept', () => {
  test.each([
    'https://files.nz/listings/12-rimu-street-karori-wellington-6012',
    'https://files.nz/assets/createFileRoute-B9x2aLkd81xP.js',
    '0192f3a4-1234-7123-8123-123456789012',
    'list_0123456789abcdef is not there since 2026-11-15',
    "Cannot read properties of undefined (reading 'useSuspenseInfiniteQuery')",
    '$lib_rate_limit_remaining_tokens',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ])('%s', (text) => {
    expect(scrubText(text)).toBe(text)
  })
})

test('a very long text is scrubbed in linear time', () => {
  for (const part of ['a', '1 ', '/?', '@', 'a-', '%40', '/listings/'])
    expect(scrubText(part.repeat(400_000))).toBeTypeOf('string')
})
