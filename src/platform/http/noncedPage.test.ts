import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareNoncedPage } from './noncedPage.server.ts'

const PLACEHOLDER = 'the-place-of-the-nonce'
const newNonce = () => randomBytes(16).toString('base64')

/** Texts that repeat themselves, as pages do, so that much of them is compressed to references. */
const page = fc
  .array(fc.oneof(fc.constantFrom('<script nonce="', '">', '</script>', 'ā王👩‍🌾', ' '.repeat(300)), fc.string()), {
    minLength: 1,
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

test('a page has its nonce in every place, and unzips to just that, whatever it is made of', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 2, maxLength: 8 }), async (parts) => {
      const html = parts.join(PLACEHOLDER)
      const { plain, zipped } = await prepareNoncedPage(html, PLACEHOLDER)
      for (const nonce of [newNonce(), newNonce()]) {
        const expected = parts.join(nonce)
        expect(plain(nonce).toString()).toBe(expected)
        expect(gunzipSync(zipped(nonce)).toString()).toBe(expected)
      }
    }),
    { numRuns: 200 },
  )
})

test('a page is smaller zipped, however many nonces it has', async () => {
  const row = `<script nonce="${PLACEHOLDER}">import('/assets/a.js')</script><p>Three bedrooms and a view.</p>`
  const { plain, zipped } = await prepareNoncedPage(row.repeat(2_000), PLACEHOLDER)
  const nonce = newNonce()
  expect(zipped(nonce).length).toBeLessThan(plain(nonce).length / 50)
  expect(gunzipSync(zipped(nonce)).equals(plain(nonce))).toBe(true)
})

test.each([
  ['without a nonce', 'no place'],
  ['that is empty', ''],
  ['whose nonces are far apart', `${PLACEHOLDER}${'far apart '.repeat(20_000)}${PLACEHOLDER}`],
  ['in which a reference ends within a nonce', `${`<a nonce="${PLACEHOLDER}">`.repeat(9)}${'x'.repeat(233)}`.repeat(9)],
  ['with odd characters', `\u0001\u0002${PLACEHOLDER}\ufffd\u{10ffff}`],
])('a page %s comes through as well', async (_what, html) => {
  const { plain, zipped } = await prepareNoncedPage(html, PLACEHOLDER)
  const nonce = newNonce()
  expect(plain(nonce).toString()).toBe(html.replaceAll(PLACEHOLDER, nonce))
  expect(gunzipSync(zipped(nonce)).equals(plain(nonce))).toBe(true)
})
