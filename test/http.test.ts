import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../src/platform/config/projectRoot.server.ts'
import { call } from './support/call.ts'
import { useDeployedApp, WITHOUT_JOBS } from './support/processes/deployedApp.ts'
import { memoryKilobytes } from './support/processes/processStats.ts'
import { rawRequest } from './support/rawRequest.ts'

const CANARY = {
  S3_SECRET_ACCESS_KEY: 'canary-storage-secret',
  STRIPE_SECRET_KEY: 'sk_canary_payment',
  STRIPE_WEBHOOK_SECRET: 'whsec_canary',
  TURNSTILE_SECRET_KEY: 'canary-bot-secret',
}
const parts = useDeployedApp({
  ...WITHOUT_JOBS,
  ...CANARY,
  S3_BUCKET: 'b',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'nz',
  S3_ACCESS_KEY_ID: 'k',
  STRIPE_PRICE_IDS: 'price_1',
  TURNSTILE_SITE_KEY: 'site',
  // Whether this machine has internet or not: Cloudflare cannot be reached through a proxy that is not there.
  NODE_USE_ENV_PROXY: '1',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://user:canary-mail-secret@127.0.0.1:9',
  MAIL_FROM: 'hello@example.nz',
})

const assets = () => readdirSync(join(projectRoot, 'dist/client/assets'))
const biggestScript = () => `/assets/${assets().find((name) => /^react-.*\.js$/.test(name))}`

describe('static files', () => {
  test.each([['br'], ['gzip']])('are compressed with %s by the build and cached permanently', async (encoding) => {
    const response = await fetch(parts.url + biggestScript(), { headers: { 'accept-encoding': encoding } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('cache-control')).toBe('max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    expect((await response.text()).length).toBeGreaterThan(10_000)
  })

  test('outside the build folder are not served', async () => {
    for (const path of [
      '/assets/..%2f..%2fserver/main.js',
      '/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/.built',
      '/.env',
    ])
      expect((await fetch(parts.url + path)).status, path).toBe(404)
  })
})

describe('threat 61: bodies and slow clients', () => {
  test('a body with a declared length over 1 MB is refused before it is read', async () => {
    const response = await post('/_serverFn/fetchClientSettings', { 'content-length': String(100_000_000) }, 1)
    expect(response.status).toBe(413)
  })

  test('a body that exceeds the limit of its call is refused while it arrives', async () => {
    const response = await post('/_serverFn/login', { 'transfer-encoding': 'chunked' }, 40)
    expect(response.status).toBe(413)
  })

  test('the next request of that browser is not held up by what it did not read', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const tooLong = { method: 'POST', headers, body: ' '.repeat(200_000) }
    for (const path of ['/_serverFn/login', '/about', '/_serverFn/login', '/about']) {
      const response = await fetch(parts.url + path, path === '/about' ? {} : tooLong)
      expect(response.status, path).toBe(path === '/about' ? 200 : 413)
      await response.arrayBuffer()
    }
  })

  test('100 MB of chunks use constant memory', async () => {
    const before = memoryKilobytes(parts.app)
    await post('/about', { 'transfer-encoding': 'chunked' }, 1_600).catch(() => undefined)
    expect(memoryKilobytes(parts.app) - before).toBeLessThan(60_000)
  })

  test('clients that never finish their headers are disconnected while others are served', async () => {
    const { port } = new URL(parts.url)
    const slow = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1'))
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    const cut = Promise.all(slow.map((socket) => once(socket.on('error', () => {}).resume(), 'close')))
    for (const socket of slow) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    expect((await fetch(`${parts.url}/healthz`)).status).toBe(200)
    await cut
  })
})

describe('threat 57: headers', () => {
  const pages = [
    '/',
    '/about',
    '/login',
    '/reset-password/some-token',
    '/listings/missing',
    '/listings/missing/open?key=nonsense',
    '/portal',
    '/nothing-here',
    '/healthz',
  ]

  test.each(pages)('%s has every security header', async (path) => {
    const { headers } = await fetch(parts.url + path)
    const policy = headers.get('content-security-policy') ?? ''
    const isStatic = ['/', '/about', '/listings/missing'].includes(path)
    expect(policy).toMatch(
      isStatic
        ? /script-src (?:'sha256-[\w+/]{43}=' )+'strict-dynamic';/
        : /script-src 'nonce-[\w+/=]{20,}' 'strict-dynamic';/,
    )
    expect(policy.split(';').find((directive) => directive.includes('script-src'))).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('referrer-policy')).toBe(
      /^\/reset-password\/|\/open\?/.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    )
  })

  test.each(['/thank-you/cs_test_1', '/thank%2Dyou/cs_test_1', '//thank-you/cs_test_1'])(
    'threat 76: the checkout id in %s is not sent to other sites',
    async (path) => {
      const { headers } = await fetch(parts.url + path, { redirect: 'manual' })
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )

  test.each(['/portal/settings?confirmEmail=a-token', '/login?from=%2Fportal%2Fsettings%3FconfirmEmail%3Da-token'])(
    'threat 14: the token in %s is not sent to other sites',
    async (path) => {
      const { headers } = await fetch(parts.url + path, { redirect: 'manual' })
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )

  test('every page of the application has a different nonce, and its scripts have it', async () => {
    const answers = await Promise.all(['/login', '/get-started', '/login'].map((path) => fetch(parts.url + path)))
    const nonces = answers.map(({ headers }) => headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1])
    expect(new Set(nonces).size).toBe(3)
    const html = (await answers[0]?.text()) ?? ''
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonces[0]}"`))).toEqual([])
  })

  test('static files have them too', async () => {
    const { headers } = await fetch(parts.url + biggestScript())
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  })
})

describe('health', () => {
  test('without METRICS_TOKEN there are no metrics', async () => {
    for (const authorization of ['Bearer undefined', 'Bearer '])
      expect((await fetch(`${parts.url}/metrics`, { headers: { authorization } })).status).toBe(404)
  })

  test('is live and ready', async () => {
    expect((await fetch(`${parts.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${parts.url}/readyz`)).status).toBe(200)
  })

  test('is not ready while a migration is missing', async () => {
    const [last] = await parts.database.sql`delete from drizzle.__drizzle_migrations
      where id = (select max(id) from drizzle.__drizzle_migrations) returning hash, created_at`
    expect((await fetch(`${parts.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${parts.url}/healthz`)).status).toBe(200)
    await parts.database
      .sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${last?.hash}, ${last?.created_at})`
    expect((await fetch(`${parts.url}/readyz`)).status).toBe(200)
  })
})

test('a malformed URL gets a 400', async () => {
  for (const path of ['/%E0%A4%A', '/listings/%00']) expect((await fetch(parts.url + path)).status, path).toBe(400)
})

test.each(['/about', "/about?search='", '/checkout/.'])('an invalid Host header gets a 400 at %s', async (path) => {
  const port = Number(new URL(parts.url).port)
  for (const host of ['x:99999', 'localhost:99999'])
    expect((await rawRequest({ port, path, headers: { host } })).status, host).toBe(400)
})

test('threat 59: no secret from the environment is in a page or a script', async () => {
  const paths = [
    '/',
    '/login',
    '/portal',
    ...assets()
      .filter((name) => name.endsWith('.js'))
      .map((name) => `/assets/${name}`),
  ]
  const texts = await Promise.all(paths.map(async (path) => (await fetch(parts.url + path)).text()))
  const secrets = [...Object.values(CANARY), 'canary-mail-secret', parts.database.name]
  for (const secret of secrets)
    expect(
      texts.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([])
})

/** Sends `chunks` of 64 kB without waiting for permission, and reads the answer whenever it comes. */
function post(path: string, headers: Record<string, string>, chunks: number) {
  return new Promise<{ status: number }>((resolve, reject) => {
    const outgoing = request(parts.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-tsr-serverFn': 'true',
        ...headers,
      },
    })
    const chunk = Buffer.alloc(64 * 1024, 'x')
    let left = chunks
    const send = () => {
      while (left-- > 0) if (!outgoing.write(chunk)) return outgoing.once('drain', send)
      if (!headers['content-length']) outgoing.end()
    }
    outgoing.on('response', (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
      outgoing.destroy()
    })
    outgoing.on('error', reject)
    send()
  })
}

test('threat 51: while Turnstile cannot be reached, a password reset is refused and no link is sent', async () => {
  const data = { email: 'mia@example.nz', turnstile: 'a token that cannot be checked' }
  const answer = await call(parts.url, 'requestPasswordReset', { method: 'POST', data })
  expect(answer.status).toBe(403)
  await parts.app.saying('bot check unavailable')
  expect(await parts.database.sql`select 1 from pgboss.job where name = 'send_reset_link'`).toEqual([])
})
