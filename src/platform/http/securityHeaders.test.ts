import { describe, expect, test } from 'vitest'
import { type Env, parseEnv } from '../config/env.server.ts'
import { securityHeaders } from './securityHeaders.server.ts'

const CLOUDFLARE = 'https://challenges.cloudflare.com'
const plain = parseEnv({ NODE_ENV: 'test' })

function policyOf(env: Partial<Env> = {}, pathname = '/'): Record<string, string[]> {
  const headers = new Headers()
  securityHeaders({ ...plain, ...env })(headers, { nonce: 'n', pathname })
  const policy = headers.get('content-security-policy') ?? ''
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
}

describe('threat 51: the content security policy', () => {
  test('lets Turnstile show its frame and call home where it is used', () => {
    const policy = policyOf({ TURNSTILE_SITE_KEY: '0x4AAAAAAA' })
    expect(policy['frame-src']).toEqual(["'self'", CLOUDFLARE])
    expect(policy['connect-src']).toContain(CLOUDFLARE)
    // A host would be ignored beside this; it trusts what our own scripts load, as they load Turnstile.
    expect(policy['script-src']).toContain("'strict-dynamic'")
  })

  test('does not mention it elsewhere', () => {
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

  test('widen nothing where they are not used', () => {
    const policy = policyOf()
    for (const directive of directives) expect(policy[directive]?.filter((source) => /^http/.test(source))).toEqual([])
  })
})

test('only the worker that reads PDFs may compile WebAssembly', () => {
  const scripts = (pathname: string) => policyOf({}, pathname)['script-src']
  expect(scripts('/assets/pdf.worker.min-B5Yc7dP4.mjs')).toContain("'wasm-unsafe-eval'")
  for (const pathname of ['/', '/assets/index-1.js', '/listings/assets/pdf.worker.mjs'])
    expect(scripts(pathname), pathname).toEqual(["'nonce-n'", "'strict-dynamic'"])
})

test('a file that is shown inline keeps its stricter policy, and may be framed by our pages', () => {
  const headers = new Headers({ 'content-security-policy': 'sandbox', 'x-frame-options': 'SAMEORIGIN' })
  securityHeaders(plain)(headers, { nonce: 'n', pathname: '/storage/x' })
  expect(headers.get('content-security-policy')).toBe('sandbox')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
