import { currentRequest } from '../http/currentRequest.server.ts'
import { html, type Markup } from '../http/html.ts'
import { isLoopbackAddress, isLoopbackHost } from '../http/ipAddresses.server.ts'
import { type Services, useServices } from '../services.server.ts'
import { pageStyle } from './pageStyle.ts'

/** Nothing may be loaded or run; only an email's inline styles are allowed. */
const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export function developmentPage(title: string, content: Markup) {
  const { nonce = '' } = currentRequest()
  const { text } = html`<!doctype html>
<html lang="en-NZ">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Property Files</title>
<style nonce="${nonce}">${pageStyle}</style>
<header><a class="logo" href="/">Property Files</a><nav><a href="/dev/mail">Emails</a><a href="/dev/jobs">Jobs</a></nav></header>
<main>${content}</main>
</html>`
  return new Response(text, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy(nonce) },
  })
}

export type DevelopmentPage = 'mail' | 'jobs'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Development pages show emails and jobs on this computer only: not through a proxy, not under a host name that resolves
 * to 127.0.0.1 (DNS rebinding), and only while the embedded mail server or database is in use.
 */
export function isDevelopmentPageOpen(page: DevelopmentPage, request: Request) {
  const { env } = useServices()
  return (
    usesEmbedded(env, page) &&
    env.loopback &&
    isLoopbackHost(new URL(env.APP_URL).host) &&
    isLoopbackAddress(currentRequest().clientIp) &&
    isLoopbackHost(request.headers.get('host') ?? '') &&
    !FORWARDED.some((header) => request.headers.has(header))
  )
}

const usesEmbedded = (env: Services['env'], page: DevelopmentPage) =>
  page === 'mail' ? !env.SMTP_URL : !env.DATABASE_URL
