import { createHash } from 'node:crypto'
import { html, type Markup } from '#platform/development/html.ts'
import { decodeForm, type Input } from '../form.ts'
import type { Answer, Call } from '../http.server.ts'
import type { Sandbox } from '../sandbox.ts'
import { style } from './style.ts'

interface Shown {
  title: string
  content: Markup
  status?: number
  /** Where a form of this page may end up besides here. Browsers hold redirects after a form to this list. */
  leadsTo?: string[]
}

export type Page = (sandbox: Sandbox, visit: { id: string; form: Input }) => Shown | { redirect: string }

const STYLE_HASH = createHash('sha256').update(style.text).digest('base64')

export async function answerPage(sandbox: Sandbox, call: Call, page: Page, id: string): Promise<Answer> {
  const outcome = page(sandbox, { id, form: decodeForm(call.body) })
  if ('redirect' in outcome) return { status: 303, headers: { location: outcome.redirect }, body: '' }
  return shown(outcome)
}

export const notAPage = async () => shown(lost)

/** The same for a session that never was and one that is over: an id must not be worth guessing. */
export const lost: Shown = {
  title: 'This page has expired',
  status: 404,
  content: html`<div class="narrow"><div class="panel"><h1>This page has expired</h1><p>Go back to Property Files and start again.</p></div></div>`,
}

function shown({ title, content, status = 200, leadsTo = [] }: Shown): Answer {
  const body = html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Test mode</title>
<style>${style}</style>
</head>
<body>
<header class="mode"><strong>Test mode</strong> – no real money</header>
<main>${content}</main>
</body>
</html>`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ['form-action', "'self'", ...leadsTo.map((url) => new URL(url).origin)].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      // The address is a key.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: body.text,
  }
}
