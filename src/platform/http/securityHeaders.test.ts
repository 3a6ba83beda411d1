import { describe, expect, test } from 'vitest'
import { type Env, parseEnv } from '../config/env.server.ts'
import { isSameOrigin, securityHeaders } from './securityHeaders.server.ts'

const CLOUDFLARE = 'https://challenges.cloudflare.com'
const plain = parseEnv({ NODE_ENV: 'test' })

function policyOf(env: Partial<Env> = {}, pathname = '/'): Record<string, string[]> {
  const headers = new Headers()
  securityHeaders({ ...plain, ...env })(headers, { nonce: 'n', pathname })
  const policy = headers.get('content-security-policy') ?? ''
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
}

describe('threat 51: the content security policy', () => {
  test('allows Turnstile’s frame and requests where it is used', () => {
    const policy = policyOf({ TURNSTILE_SITE_KEY: '0x4AAAAAAA' })
    expect(policy['frame-src']).toEqual(["'self'", CLOUDFLARE])
    expect(policy['connect-src']).toContain(CLOUDFLARE)
    // A host would be ignored beside this; it trusts what our own scripts load, as they load Turnstile.
    expect(policy['script-src']).toContain("'strict-dynamic'")
  })

  test('does not allow them elsewhere', () => {
    const policy = policyOf()
    expect(policy['frame-src']).toEqual(["'self'"])
    expect(JSON.stringify(policy)).not.toContain('cloudflare')
  })
})

describe('files in an S3', () => {
  const directives = ['connect-src', 'img-src', 'media-src', 'frame-src']

  test.each([
    ['http://127.0.0.1:9000', 'property-files', 'http://127.0.0.1:9000'],
    ['https://s3.ap-southeast-2.amazonaws.com', 'files', 'https://files.s3.ap-southeast-2.amazonaws.com'],
  ])('at %s are sent, shown and framed from there', (S3_ENDPOINT, S3_BUCKET, origin) => {
    const policy = policyOf({ S3_ENDPOINT, S3_BUCKET })
    for (const directive of directives) expect(policy[directive], directive).toContain(origin)
  })

  test('do not widen the policy where S3 is not used', () => {
    const policy = policyOf()
    for (const directive of directives) expect(policy[directive]?.filter((source) => /^http/.test(source))).toEqual([])
  })
})

describe('threat 57: the policy of a page that is the same for everyone', () => {
  const policyOfStatic = (...inlineScripts: string[]) => {
    const headers = new Headers()
    securityHeaders(plain)(headers, {
      staticPage: { inlineScripts, inlineStyles: ['p { color: red }'] },
      pathname: '/listings/home',
    })
    const policy = headers.get('content-security-policy') ?? ''
    return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
  }

  test('allows the script in its head and the styles of our libraries by their hashes', () => {
    const policy = policyOfStatic('alert(1)')
    expect(policy['script-src']).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='", "'strict-dynamic'"])
    expect(policy['style-src']).toEqual(["'self'", "'sha256-ngewhhP73WDIbgwseeu52VAAJgKdGUsu1IUQQsAm8m4='"])
    expect(policy['style-src-attr']).toEqual(["'unsafe-inline'"])
  })

  test('has no nonce, and without a script allows none', () => {
    expect(JSON.stringify(policyOfStatic('alert(1)'))).not.toMatch(/nonce|unsafe-eval|script-src[^,]*unsafe-inline/)
    expect(policyOfStatic()['script-src']).toEqual(["'strict-dynamic'"])
  })
})

test('only the worker that reads PDFs may compile WebAssembly', () => {
  const scripts = (pathname: string) => policyOf({}, pathname)['script-src']
  expect(scripts('/assets/pdf.worker.min-B5Yc7dP4.mjs')).toContain("'wasm-unsafe-eval'")
  for (const pathname of ['/', '/assets/index-1.js', '/listings/assets/pdf.worker.mjs', '/assets/pdf.worker.mjs.html'])
    expect(scripts(pathname), pathname).toEqual(["'nonce-n'", "'strict-dynamic'"])
})

test('a file that is shown inline keeps its stricter policy, and may be framed by our pages', () => {
  const headers = new Headers({ 'content-security-policy': 'sandbox', 'x-frame-options': 'SAMEORIGIN' })
  securityHeaders(plain)(headers, { nonce: 'n', pathname: '/storage/x' })
  expect(headers.get('content-security-policy')).toBe('sandbox')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

describe('every response', () => {
  const headersOf = (pathname: string, env: Partial<Env> = {}, given: Record<string, string> = {}) => {
    const headers = new Headers(given)
    securityHeaders({ ...plain, ...env })(headers, { nonce: 'n', pathname })
    return Object.fromEntries(headers)
  }

  test('has the fixed headers and a strict policy', () => {
    const { 'content-security-policy': policy, ...rest } = headersOf('/')
    expect(rest).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(policy?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'nonce-n' 'strict-dynamic'",
      "style-src 'self' 'nonce-n'",
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "frame-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
  })

  test('allows inline styles, but no inline scripts, on the page with the API reference alone', () => {
    const directives = headersOf('/developers')['content-security-policy']?.split('; ')
    expect(directives).toContain("style-src 'self' 'unsafe-inline'")
    expect(directives).toContain("script-src 'nonce-n' 'strict-dynamic'")
    for (const path of ['/developers/x', '/portal/developers'])
      expect(headersOf(path)['content-security-policy']).toContain("style-src 'self' 'nonce-n'")
  })

  test('asks for https where the app has it', () => {
    const headers = headersOf('/', { secure: true })
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect(headers['content-security-policy']?.split('; ')).toContain('upgrade-insecure-requests')
  })

  test('may be sent to PostHog and Sentry where they are set up', () => {
    const policy = policyOf({
      POSTHOG_KEY: 'phc_1',
      POSTHOG_HOST: 'https://posthog.example/ingest',
      SENTRY_DSN: 'https://key@sentry.example/1',
    })
    expect(policy['connect-src']).toEqual(["'self'", 'https://posthog.example', 'https://sentry.example'])
  })

  test.each([
    '/reset-password/abc',
    '/thank-you/cs_1',
    '/confirm-checkout/abc',
    '/join',
    '/join/',
    '/office-email',
    '/lead-forward',
    '/vendor',
    '/vendor/report.pdf',
    '//thank-you//cs_1',
    '/listings/12-rata-street/open',
    '/listings/12-rata-street/open/',
    '/thank%2Dyou/cs_1',
    '/THANK-YOU/cs_1',
    '/%',
  ])('to %s sends no referrer, because its URL may hold a secret', (pathname) => {
    expect(headersOf(pathname)['referrer-policy']).toBe('no-referrer')
  })

  test.each(['/', '/reset-password', '/pricing/thank-you/x', '/listings/open', '/listings/12-rata-street/opening'])(
    'to %s sends the usual referrer',
    (pathname) => {
      expect(headersOf(pathname)['referrer-policy']).toBe('strict-origin-when-cross-origin')
    },
  )

  test.each([
    ['/portal', 'noindex'],
    ['/portal/leads', 'noindex'],
    ['/Portal/leads', 'noindex'],
    ['/dev/mail', 'noindex'],
    ['/vendor', 'noindex'],
    ['/listings/12-rata-street/documents.zip', 'noindex'],
    ['/', undefined],
    ['/portals', undefined],
    ['/listings/12-rata-street', undefined],
    ['/pricing/portal', undefined],
    ['/listings/a/b/open', undefined],
  ])('to %s tells search engines %s', (pathname, robots) => {
    expect(headersOf(pathname)['x-robots-tag']).toBe(robots)
  })
})

describe('a request is from our own pages', () => {
  const APP_URL = 'https://files.example.nz'
  const isOurs = (headers: Record<string, string>) => isSameOrigin(new Request(APP_URL, { headers }), APP_URL)

  test('when the browser says so, whatever its origin', () => {
    expect(isOurs({ 'sec-fetch-site': 'same-origin' })).toBe(true)
    for (const site of ['same-site', 'cross-site', 'none'])
      expect(isOurs({ 'sec-fetch-site': site, origin: APP_URL })).toBe(false)
  })

  test('by their origin, when the browser does not say', () => {
    expect(isOurs({ origin: APP_URL })).toBe(true)
    for (const origin of ['https://evil.example', 'null', `${APP_URL}.evil.example`])
      expect(isOurs({ origin })).toBe(false)
    expect(isOurs({})).toBe(false)
  })
})

describe('threat 14: a token in the query', () => {
  const referrerPolicy = (pathname: string, search?: string) => {
    const headers = new Headers()
    securityHeaders(plain)(headers, { pathname, search })
    return headers.get('referrer-policy')
  }

  test.each([
    ['/portal/settings', '?confirmEmail=a-token'],
    ['/login', '?from=%2Fportal%2Fsettings%3FconfirmEmail%3Da-token'],
    ['/portal/settings', '?%'],
  ])('is not sent to other sites from %s%s', (pathname, search) => {
    expect(referrerPolicy(pathname, search)).toBe('no-referrer')
  })

  test('changes nothing for pages without one', () => {
    for (const search of [undefined, '', '?from=%2Fportal%2Fsettings'])
      expect(referrerPolicy('/login', search)).toBe('strict-origin-when-cross-origin')
  })
})

describe('threat 190: frames', () => {
  const framing = (frameAncestors?: string[], before = {}) => {
    const headers = new Headers(before)
    securityHeaders(plain)(headers, { nonce: 'n', pathname: '/embed/x', frameAncestors })
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? []
    return [ancestors, headers.get('x-frame-options')]
  }

  test('no page is shown in one, unless it names sites', () => {
    expect(framing()).toEqual(["'none'", 'DENY'])
    expect(framing([])).toEqual(["'self'", 'SAMEORIGIN'])
    expect(framing(['https://a.nz', 'https://b.nz'])).toEqual(["'self' https://a.nz https://b.nz", null])
  })

  test('a page from memory keeps what it was rendered with, and a policy that says nothing about frames allows none', () => {
    const kept = { 'content-security-policy': "default-src 'self'; frame-ancestors 'self' https://a.nz" }
    expect(framing(undefined, kept)).toEqual(["'self' https://a.nz", null])
    expect(framing(undefined, { 'content-security-policy': 'sandbox' })).toEqual([undefined, 'DENY'])
  })
})
