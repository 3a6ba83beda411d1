import { createHash } from 'node:crypto'
import type { Env } from '../config/env.server.ts'
import { storageOrigin } from '../storage/storage.ts'
import type { StaticPage } from './staticPage.ts'

const FIXED_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** Turnstile shows its challenge in a frame. Its script needs no entry: our own code loads it (strict-dynamic). */
const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com'

/** Pages whose URL holds a secret: a reset token, an invitation, a buyer's key, a checkout id. */
const SECRET_PATHS =
  /^\/+((reset-password|confirm-checkout|recovery|login\/+link|not-me|unsubscribe|thank-you)\/+.|(join|office-email|lead-forward|vendor)\/*$|vendor\/report\.pdf\/*$|listings\/.+\/open\/*$)/i

/** Pages that search engines should not show, even if other sites link to them. */
const PRIVATE_PATHS =
  /^\/(portal|door|join|office-email|lead-forward|vendor|reset-password|confirm-checkout|recovery|login\/(link|callback|confirmed)|not-me|locked|unsubscribe|thank-you|checkout|storage|documents|calendar|_serverFn|dev|embed|listings\/[^/]+\/(open|documents\.zip))(\/|$)/i

/** Scans are decoded by WebAssembly. Only the worker that reads PDFs may compile it. */
const COMPILING_PATHS = /^\/assets\/pdf\.worker[\w.-]*\.mjs$/

/** The API reference writes styles that have no nonce. The page shows nothing that a visitor or an agent typed. */
const STYLED_PATHS = /^\/developers\/?$/

/** In the query of the settings, or of the sign-in page that leads back to them. */
const SECRET_PARAMETER = 'confirmEmail'

interface Answered {
  pathname: string
  search?: string
  /** Of a page that the application hydrates. */
  nonce?: string
  /** Of a static page, which is the same for everyone and therefore can't have a nonce. */
  staticPage?: Pick<StaticPage, 'inlineScripts' | 'inlineStyles'>
  /** The sites that may show this page in a frame, besides ours. No page but an embedded one has any. */
  frameAncestors?: readonly string[]
}

export type SecurityHeaders = (headers: Headers, answered: Answered) => void

type Settings = Pick<
  Env,
  'secure' | 'POSTHOG_KEY' | 'POSTHOG_HOST' | 'SENTRY_DSN' | 'TURNSTILE_SITE_KEY' | 'S3_ENDPOINT' | 'S3_BUCKET'
>

export function securityHeaders(env: Settings): SecurityHeaders {
  const storage = storageOrigin(env)
  const files = ["'self'", ...(storage ? [storage] : [])].join(' ')
  const outside = [
    storage,
    env.POSTHOG_KEY && new URL(env.POSTHOG_HOST).origin,
    env.SENTRY_DSN && new URL(env.SENTRY_DSN).origin,
    env.TURNSTILE_SITE_KEY && TURNSTILE_ORIGIN,
  ]
  const connect = ["'self'", ...outside.filter(Boolean)].join(' ')
  const policy = ({ pathname, frameAncestors, ...page }: Answered) =>
    [
      "default-src 'self'",
      [
        'script-src',
        ...inlineSources(page, page.staticPage?.inlineScripts),
        "'strict-dynamic'",
        ...(COMPILING_PATHS.test(pathname) ? ["'wasm-unsafe-eval'"] : []),
      ].join(' '),
      [
        'style-src',
        "'self'",
        ...(STYLED_PATHS.test(pathname) ? ["'unsafe-inline'"] : inlineSources(page, page.staticPage?.inlineStyles)),
      ].join(' '),
      "style-src-attr 'unsafe-inline'",
      `img-src ${files} data: blob:`,
      `media-src ${files} blob:`,
      "font-src 'self'",
      `connect-src ${connect}`,
      "worker-src 'self' blob:",
      // For files that are shown inline, and the preview of what an agency shows on its site.
      `frame-src ${[files, ...(env.TURNSTILE_SITE_KEY ? [TURNSTILE_ORIGIN] : [])].join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${frameAncestors ? ["'self'", ...frameAncestors].join(' ') : "'none'"}`,
      ...(env.secure ? ['upgrade-insecure-requests'] : []),
    ].join('; ')

  return (headers, answered) => {
    const { pathname, search = '' } = answered
    for (const [name, value] of Object.entries(FIXED_HEADERS)) if (!headers.has(name)) headers.set(name, value)
    if (PRIVATE_PATHS.test(pathname)) headers.set('x-robots-tag', 'noindex')
    if (isSecret(pathname, search)) headers.set('referrer-policy', 'no-referrer')
    // A file that is shown inline keeps its own, stricter policy, and a kept page the one that it was rendered with.
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy(answered))
    if (!headers.has('x-frame-options')) refuseFrames(headers)
    if (env.secure) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
  }
}

/** For old browsers. The header has no way to name sites, and where the policy names some, browsers that know it go by that. */
function refuseFrames(headers: Headers) {
  const [, ancestors = "'none'"] = /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? []
  if (ancestors === "'none'") headers.set('x-frame-options', 'DENY')
  else if (ancestors === "'self'") headers.set('x-frame-options', 'SAMEORIGIN')
}

/** What a policy allows inside the page: elements with its nonce, or these. */
const inlineSources = ({ nonce }: Pick<Answered, 'nonce'>, allowed: readonly string[] = []) =>
  nonce ? [`'nonce-${nonce}'`] : allowed.map(sourceHash)

/** How a policy names an inline script or style. */
const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The router matches decoded paths, so `/thank%2Dyou/…` is the same page. */
function isSecret(pathname: string, search: string) {
  try {
    return SECRET_PATHS.test(decodeURIComponent(pathname)) || decodeURIComponent(search).includes(SECRET_PARAMETER)
  } catch {
    return true
  }
}

/** Whether one of our own pages sent this: the same rule as for calls (start.ts). */
export function isSameOrigin({ headers }: Request, appUrl: string) {
  const site = headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : headers.get('origin') === appUrl
}
