import { createHash } from 'node:crypto'
import type { Sandbox } from './subscriptions.ts'

/** HTML that is already escaped. Only `html` creates it. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Markup }

type Value = string | number | Markup | Markup[] | undefined

/** Escapes every value in the template, unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Markup(parts.map((part, index) => part + toHtml(values[index])).join(''))

function toHtml(value: Value): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(toHtml).join('')
  return value instanceof Markup ? value.text : escapeHtml(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

export interface PageVisit {
  id: string
  form: Record<string, string>
}

interface Content {
  title: string
  content: Markup
  status?: number
  /** Where a form of this page may lead besides here. Browsers apply this list to redirects after a form. */
  leadsTo?: string
}

export type PageOutcome = Content | { redirect: string }
export type Page = (sandbox: Sandbox, visit: PageVisit) => PageOutcome

/** The same for a session that never existed and one that is over: an id is not worth guessing. */
export const sessionExpired: Content = {
  title: 'This page has expired',
  status: 404,
  content: html`<div class="narrow"><div class="panel"><h1>This page has expired</h1><p>Go back to Property Files and start again.</p></div></div>`,
}

export function renderPage(outcome: PageOutcome) {
  if ('redirect' in outcome) return { status: 303, headers: { location: outcome.redirect }, body: '' }
  const { title, content, status = 200, leadsTo } = outcome
  const body = html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Payment sandbox</title>
<style>${style}</style>
</head>
<body>
<header class="mode"><strong>Payment sandbox.</strong> No real money: only test cards work here.</header>
<main>${content}</main>
</body>
</html>`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style.text).digest('base64')}'`,
    `form-action 'self' ${leadsTo ? new URL(leadsTo).origin : ''}`.trimEnd(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    // Anyone who has the address may pay or cancel.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { status, headers, body: body.text }
}

interface Field {
  name: string
  label: string
  type?: string
  inputmode?: string
  autocomplete?: string
  placeholder?: string
  readonly?: boolean
}

/** What was typed into a form, and what is wrong with it. */
export interface FormState {
  values?: Record<string, string>
  errors?: Record<string, string>
  message?: string
}

export function field(wanted: Field, { values = {}, errors = {} }: FormState) {
  const { name, label, type = 'text', inputmode = 'text', autocomplete = 'off', placeholder = '', readonly } = wanted
  const error = errors[name]
  const state = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined
  const focus = Object.keys(errors)[0] === name ? html` autofocus` : undefined
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" inputmode="${inputmode}" autocomplete="${autocomplete}" placeholder="${placeholder}" value="${values[name] ?? ''}" required${readonly ? html` readonly` : undefined}${state}${focus}>
${error ? html`<p class="wrong" id="${name}-error">${error}</p>` : undefined}
</div>`
}

export const alert = (message: string | undefined) =>
  message ? html`<p class="alert" role="alert">${message}</p>` : undefined

/** The currency with its country: "NZ$49.00". */
export const money = (amount: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'nzd' }).format(amount / 100)

/** Where most agents are, as on the application's own pages. */
export const longDate = (seconds: number) =>
  new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone: 'Pacific/Auckland' }).format(seconds * 1000)

const style = html`
*{box-sizing:border-box}
body{margin:0;background:#fafbfb;color:#1a1d1f;font:16px/24px Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
.mode{padding:8px 16px;background:#fff3d6;border-bottom:1px solid #f0d595;color:#5f4300;font-size:14px;line-height:20px;text-align:center}
main{max-width:1000px;margin:0 auto;padding:48px 24px 64px}
.narrow{max-width:600px;margin:0 auto}
.columns{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:64px;align-items:start}
.brand{display:flex;align-items:center;gap:8px;margin:0 0 24px;font-weight:600}
.brand::before{content:"";width:20px;height:20px;border-radius:5px;background:#087f5b}
h1{font-size:28px;line-height:36px;letter-spacing:-.015em;font-weight:600;margin:0 0 8px}
h2{font-size:16px;line-height:24px;font-weight:600;margin:0 0 16px}
p{margin:0 0 16px}
.lead{font-size:18px;line-height:28px;color:#3d474d}
.below{margin:12px 0 0}
.quiet{color:#5c666d}
.small{font-size:14px;line-height:20px}
.panel{background:#fff;border:1px solid #e3e8ea;border-radius:8px;padding:24px;margin:0 0 24px}
.sum{margin:24px 0 0;border-top:1px solid #e3e8ea}
.line{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid #e3e8ea}
.line dd,.amount{margin:0;font-variant-numeric:tabular-nums;white-space:nowrap}
.sum .line:last-child{font-weight:600}
.field{margin:0 0 16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
label{display:block;font-size:14px;line-height:20px;font-weight:500;margin:0 0 4px}
input{width:100%;height:44px;padding:0 12px;border:1px solid #8a959c;border-radius:8px;background:#fff;color:inherit;font:inherit}
input[readonly]{background:#f3f5f6;border-color:#e3e8ea}
input[aria-invalid]{border-color:#c92a2a}
.wrong{color:#b02525;font-size:14px;line-height:20px;margin:4px 0 0}
.alert{border:1px solid #f1b5b5;background:#fff5f5;color:#8f1f1f;border-radius:8px;padding:12px 16px;margin:0 0 16px}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0;margin:8px 0 12px;font-weight:600}
a{color:#087f5b}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:0 16px;border:1px solid #087f5b;border-radius:8px;background:#087f5b;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:#066649}
.plain{background:#fff;color:#087f5b;border-color:#c3cdd2}
.plain:hover{background:#f3f7f6}
.danger{background:#c92a2a;border-color:#c92a2a}
.danger:hover{background:#a82222}
.wide{width:100%}
.actions{display:flex;flex-wrap:wrap;gap:12px}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid #087f5b;outline-offset:2px}
.hints{border:1px dashed #c3cdd2;border-radius:8px;padding:16px;margin:24px 0 0;font-size:14px;line-height:20px}
.hints h2{font-size:14px;line-height:20px;margin:0 0 4px}
.hints ul{list-style:none;margin:12px 0 0;padding:0}
.hints li{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:6px 0;border-top:1px solid #e3e8ea}
.hints code{display:block;font:13px/20px ui-monospace,monospace;white-space:nowrap}
.hints button{flex:none;min-height:32px;padding:0 12px;font-size:14px}
.amount{text-align:right}
.amount form{margin-top:8px}
.badge{display:inline-block;border-radius:99px;padding:2px 10px;background:#e6f4ef;color:#0a5c43;font-size:13px;line-height:20px;font-weight:600;vertical-align:middle;margin-left:6px}
.badge.warn{background:#fff3d6;color:#5f4300}
.badge.off{background:#eceff1;color:#3d474d}
.line:first-of-type{padding-top:0}
.sum .line:first-of-type{padding-top:12px}
.line:last-child{border-bottom:0;padding-bottom:0}
@media(max-width:760px){main{padding:24px 16px 48px}.columns{grid-template-columns:minmax(0,1fr);gap:24px}h1{font-size:24px;line-height:32px}.panel{padding:16px}}
`
