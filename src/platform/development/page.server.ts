import { currentRequest } from '../http/currentRequest.server.ts'
import { html, type Markup } from './html.ts'
import { pageStyle } from './style.ts'

/** Nothing may be loaded and nothing may run; a mail's own inline styles are all that it brings along. */
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
  const { nonce } = currentRequest()
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
