import { gray, pageBackground, teal } from '#ui/theme/tokens.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { html, type Markup } from '../http/html.ts'
import { isLoopbackAddress, isLoopbackHost } from '../http/ipAddresses.server.ts'
import { type Services, useServices } from '../services.server.ts'

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

/** Inline styles, because these pages must work when the build does not. */
const pageStyle = html`
*{box-sizing:border-box}
body{margin:0;background:${pageBackground};color:${gray[9]};font:14px/20px Inter,system-ui,sans-serif}
header,main{max-width:1040px;margin:0 auto;padding:0 24px}
header{display:flex;align-items:center;gap:24px;height:64px}
.logo{color:${teal};font-weight:600;font-size:16px;text-decoration:none}
nav{display:flex;gap:16px}
a{color:${teal}}
a:focus-visible,button:focus-visible,summary:focus-visible,iframe:focus-visible{outline:2px solid ${teal};outline-offset:2px}
h1{font-size:24px;line-height:32px;letter-spacing:-.01em;margin:16px 0 8px;overflow-wrap:anywhere}
h2{font-size:16px;line-height:24px;margin:32px 0 8px}
p{max-width:70ch;margin:0 0 16px}
.quiet{color:${gray[6]}}
.card{background:#fff;border:1px solid ${gray[2]};border-radius:8px;overflow:hidden;margin:0 0 32px}
.row{display:grid;grid-template-columns:168px minmax(0,5fr) minmax(0,6fr);gap:2px 16px;padding:12px 16px;border-top:1px solid ${gray[2]};color:inherit;text-decoration:none}
.row:first-child{border-top:0}
a.row:hover{background:${gray[0]}}
.row>*{overflow-wrap:anywhere}
.row strong{font-weight:600}
.row button{margin-top:8px}
time,.number{font-variant-numeric:tabular-nums}
.empty{padding:48px 24px;text-align:center}
.empty p{margin:0 auto 8px}
.toolbar{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;margin:0 0 16px}
.button,button{display:inline-block;border:1px solid ${teal};border-radius:8px;background:${teal};color:#fff;font:inherit;font-weight:600;padding:7px 12px;text-decoration:none;cursor:pointer}
.button.plain{background:#fff;color:${teal}}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;margin:0;padding:12px 16px}
dt{color:${gray[6]}}dd{margin:0;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:560px;border:0;resize:vertical;background:#fff}
pre{margin:0;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/20px ui-monospace,monospace}
summary{padding:12px 16px;cursor:pointer;font-weight:600}
@media(max-width:640px){header,main{padding:0 16px}.row{grid-template-columns:1fr}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
`

const timeFormat = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

/** In the computer's own time zone, which is the reader's. */
export const timeElement = (moment: Date) =>
  html`<time datetime="${moment.toISOString()}">${timeFormat.format(moment)}</time>`
