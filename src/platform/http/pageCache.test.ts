import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '../config/env.server.ts'
import { currentRequest } from './currentRequest.server.ts'
import { createPageCache, prepareNoncedPage, toPageResponse } from './pageCache.server.ts'

const services = { env: { ...parseEnv({ APP_URL: 'https://files.example.nz' }), APP_SECRET: 'secret' } }
const visit = (path = '/listings/home', headers: Record<string, string> = {}, method = 'GET') =>
  new Request(`http://evil.example${path}`, { method, headers: { accept: 'text/html', ...headers } })

const nonceOf = (n: number) => `nonce-${n}`.padEnd(24, '=')

/** A cache in front of a page that counts how often it was made. */
function counted(status = 200) {
  const rendered: Request[] = []
  const pages = createPageCache(
    async (request) => {
      rendered.push(request)
      const { nonce } = currentRequest()
      return new Response(`<p nonce="${nonce}">rendering ${rendered.length}</p>`, {
        status,
        headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' },
      })
    },
    (pathname) => pathname.startsWith('/listings/'),
  )
  const get = async (request = visit(), nonce = nonceOf(0)) => {
    const page = await pages.find(services, request, new URL(request.url).pathname)
    return page && toPageResponse(page, request, nonce)
  }
  return { pages, rendered, get }
}

describe('a public page', () => {
  test('is rendered once for simultaneous requests and for those shortly after', async () => {
    const { rendered, get } = counted()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => get(visit(), nonceOf(n))))
    await get()
    expect(rendered).toHaveLength(1)
    const texts = await Promise.all(answers.map((answer) => answer?.text()))
    expect(texts).toEqual(Array.from({ length: 50 }, (_, n) => `<p nonce="${nonceOf(n)}">rendering 1</p>`))
  })

  test('is rendered without anything about the visitor, and sets no cookie', async () => {
    const { rendered, get } = counted()
    const answer = await get(visit('/listings/home?utm_source=x', { 'user-agent': 'canary', cookie: 'theme=dark' }))
    expect(rendered[0]?.url).toBe('https://files.example.nz/listings/home')
    expect([...(rendered[0]?.headers ?? [])]).toEqual([['accept', 'text/html']])
    expect(answer?.headers.getSetCookie()).toEqual([])
  })

  test('is cached per URL', async () => {
    const { rendered, get } = counted()
    for (const path of ['/listings/one', '/listings/two', '/listings/one']) await get(visit(path))
    expect(rendered).toHaveLength(2)
  })

  test('is rendered again after an agent’s change, even if it was being rendered at that moment', async () => {
    const { pages, rendered, get } = counted()
    const early = get()
    pages.forget()
    await Promise.all([early, get()])
    await get()
    expect(rendered).toHaveLength(2)
  })

  test.each([404, 500, 307])('is not cached with status %i', async (status) => {
    const { rendered, get } = counted(status)
    expect((await get())?.status).toBe(status)
    await get()
    expect(rendered).toHaveLength(2)
  })

  test('is not cached when it could not be rendered', async () => {
    let tries = 0
    const pages = createPageCache(
      () => {
        tries += 1
        throw new Error('no database')
      },
      () => true,
    )
    for (let turn = 0; turn < 2; turn++) await expect(pages.find(services, visit(), '/')).rejects.toThrow('no database')
    expect(tries).toBe(2)
  })

  test('uses bounded memory for any number of URLs', async () => {
    const { rendered, get } = counted()
    for (let n = 0; n < 600; n++) await get(visit(`/listings/${n}`))
    await get(visit('/listings/599'))
    expect(rendered).toHaveLength(600)
    await get(visit('/listings/0'))
    expect(rendered).toHaveLength(601)
  })
})

test.each([
  ['a session', visit('/listings/home', { cookie: 'a=1; session=x' })],
  ['a session over https', visit('/listings/home', { cookie: '__Host-session=x' })],
  ['the key to a listing', visit('/listings/home', { cookie: 'list_0123456789abcdef=x' })],
  ['the key to a listing over https', visit('/listings/home', { cookie: 'a=b; __Host-list_0123456789abcdef=x' })],
  ['a query that may mean something', visit('/listings/home?utm_source=a&preview=1')],
  ['something to send', visit('/listings/home', {}, 'POST')],
  ['does not accept HTML', visit('/listings/home', { accept: 'application/json' })],
  ['another page', visit('/portal')],
])('a request with %s is not answered from the cache', async (_what, request) => {
  const { rendered, get } = counted()
  expect(await get(request)).toBeUndefined()
  expect(rendered).toEqual([])
})

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', null],
  ['br', null],
  ['', null],
])('to a browser that takes %j the page comes as %s', async (taken, encoding) => {
  const { get } = counted()
  const answer = await get(visit('/listings/home', { 'accept-encoding': taken }))
  expect(answer?.headers.get('content-encoding')).toBe(encoding)
  expect(answer?.headers.get('vary')).toContain('accept-encoding')
})

const PLACEHOLDER = 'the-place-of-the-nonce'
const newNonce = () => randomBytes(16).toString('base64')

/** Texts that repeat themselves, as pages do, so that much of them is compressed to references. */
const page = fc
  .array(fc.oneof(fc.constantFrom('<script nonce="', '">', '</script>', 'ā王👩‍🌾', ' '.repeat(300)), fc.string()), {
    minLength: 1,
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

test('a page has its nonce everywhere, compressed and uncompressed', async () => {
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

test('a page is smaller when compressed, with any number of nonces', async () => {
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
