import fc from 'fast-check'
import { PERSONAL_DETAILS } from './oddValues.ts'

const latin = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 0x7f)))

const header = (name: string, ...values: string[]) =>
  fc.oneof(fc.constantFrom(...values), latin).map((value) => [name, value] as const)

const hosts = [
  'evil.example',
  'x:99999',
  '[',
  '[::1',
  '%00',
  'a b',
  '',
  '@',
  'localhost/../x',
  'a:b@c',
  '::',
  PERSONAL_DETAILS.email,
]

/** Headers that our pages never send in this form. Some contain personal data. */
const oddHeader = fc.oneof(
  header(
    'cookie',
    `session=${PERSONAL_DETAILS.token}`,
    'session=%E0%A4%A',
    'session',
    ';;=;',
    `device=${'x'.repeat(3_000)}`,
  ),
  header(
    'x-forwarded-for',
    PERSONAL_DETAILS.address,
    '::1',
    '1.2.3.4.5',
    'unknown',
    '127.0.0.1, 127.0.0.1',
    ','.repeat(500),
  ),
  header('user-agent', PERSONAL_DETAILS.email, 'Mozilla/5.0 (iPhone', '('.repeat(800), '', 'Googlebot/2.1'),
  header('accept', 'text/html', '*/*', 'application/x-ndjson', 'application/x-tss-framed', 'text/html;q=x'),
  header('accept-language', 'zz-'.repeat(200), '\xff', '*'),
  header('accept-encoding', 'gzip', 'br;q=0', '*', 'gzip;q=gzip'),
  header('referer', `https://mail.example/${PERSONAL_DETAILS.email}`, 'http://[', 'about:blank', '/'),
  header('origin', 'null', 'https://evil.example', 'http://['),
  header('sec-fetch-site', 'cross-site', 'none', 'same-origin, same-origin'),
  header('range', 'bytes=0-0', 'bytes=-', 'bytes=9-1', 'bytes=0-1,3-4', `bytes=${'9'.repeat(40)}-`),
  header('if-none-match', '*', '"', 'W/"x"'),
  header('if-modified-since', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  header('content-encoding', 'gzip', 'identity', 'br'),
  header('x-forwarded-host', 'evil.example', '['),
  header('x-forwarded-proto', 'https', 'gopher'),
  header('stripe-signature', 't=1,v1=00', 't=x', `t=1,v1=${PERSONAL_DETAILS.token}`),
  header('x-tsr-serverfn', 'false', ''),
  header('cf-ipcountry', 'NZ', 'XX', PERSONAL_DETAILS.lastName),
  fc.constantFrom(...hosts).map((value) => ['host', value] as const),
)

export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 3 }).map((some) => Object.fromEntries(some)) },
)

/** Most come from a new IP address, so that rate limits do not refuse them. */
export const addresses = fc
  .tuple(fc.integer({ min: 1, max: 223 }), fc.nat(255), fc.nat(255), fc.nat(255))
  .map((bytes) => bytes.join('.'))
