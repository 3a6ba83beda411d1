import { describe, expect, test } from 'vitest'
import { securityHeaders } from './headers.server.ts'

const CLOUDFLARE = 'https://challenges.cloudflare.com'
const plain = { secure: false, POSTHOG_KEY: undefined, POSTHOG_HOST: 'https://us.i.posthog.com', SENTRY_DSN: undefined }

function policyOf(TURNSTILE_SITE_KEY?: string) {
  const headers = new Headers()
  securityHeaders({ ...plain, TURNSTILE_SITE_KEY })(headers, { nonce: 'n', pathname: '/' })
  const policy = headers.get('content-security-policy') ?? ''
  return Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
}

describe('threat 51: the content security policy', () => {
  test('lets Turnstile show its frame and call home where it is used', () => {
    const policy = policyOf('0x4AAAAAAA')
    expect(policy['frame-src']).toEqual([CLOUDFLARE])
    expect(policy['connect-src']).toContain(CLOUDFLARE)
    // A host would be ignored beside this; it trusts what our own scripts load, as they load Turnstile.
    expect(policy['script-src']).toContain("'strict-dynamic'")
  })

  test('knows nothing of it elsewhere', () => {
    const policy = policyOf()
    expect(policy['frame-src']).toEqual(["'none'"])
    expect(JSON.stringify(policy)).not.toContain('cloudflare')
  })
})
