import { formatCount } from '#ui/format/format.ts'
import { type KeptEmail, listKeptEmails, readKeptEmail, readRawEmail } from '../embeddedServices/mailbox.server.ts'
import { html } from '../http/html.ts'
import { useServices } from '../services.server.ts'
import { developmentPage, timeElement } from './developmentPage.server.ts'

const MAX_EMAILS = 100
const dataDir = () => useServices().env.DATA_DIR

export async function emailListPage() {
  const emails = await listKeptEmails(dataDir(), MAX_EMAILS)
  const [newest] = emails
  return developmentPage(
    'Emails',
    html`<h1>Emails</h1>
<p class="quiet">No email provider is set, so every email is kept here and none leaves this computer. To create one, request a
<a href="/reset-password">password reset</a> or send the form on a listing’s page. With SMTP_URL set, emails are sent and this page doesn’t exist.</p>
${newest && html`<div class="toolbar"><a class="button" href="/dev/mail/${newest.id}">Newest</a><span class="quiet">${emailCount(emails.length)}</span></div>`}
<div class="card">${newest ? emails.map(emailRow) : noEmails}</div>`,
  )
}

const emailCount = (count: number) =>
  count === MAX_EMAILS ? `The newest ${MAX_EMAILS} emails` : formatCount(count, 'email')

const emailRow = ({ id, receivedAt, from, to, mail }: KeptEmail) =>
  html`<a class="row" href="/dev/mail/${id}"><span class="quiet">${timeElement(receivedAt)}</span>
<span>${to}<br><span class="quiet">from ${from}</span></span><strong>${mail.subject || '(no subject)'}</strong></a>`

const noEmails = html`<div class="empty"><p><strong>No emails yet</strong></p>
<p class="quiet">They appear here within seconds of being sent. Reload this page to check again.</p></div>`

export async function emailPage(id: string) {
  const kept = await readKeptEmail(dataDir(), id)
  if (!kept) return undefined
  const { mail, receivedAt, from, to } = kept
  const replyTo = (mail.replyTo ?? []).map(({ address }) => address).join(', ')
  return developmentPage(
    mail.subject || 'Email',
    html`<h1>${mail.subject || '(no subject)'}</h1>
<div class="toolbar"><a href="/dev/mail">All emails</a><a class="button plain" href="/dev/mail/${id}/raw">Download .eml</a></div>
<dl class="card"><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd>
${replyTo && html`<dt>Reply to</dt><dd>${replyTo}</dd>`}<dt>Received</dt><dd>${timeElement(receivedAt)}</dd></dl>
<h2>HTML</h2>
<div class="card">${mail.html ? emailFrame(mail.html) : html`<p class="empty quiet">This email has no HTML part.</p>`}</div>
<h2>Text</h2>
<div class="card"><pre>${mail.text ?? 'This email has no text part.'}</pre></div>
<details class="card"><summary>Headers</summary><dl>${mail.headers.map(
      ({ originalKey, value }) => html`<dt>${originalKey}</dt><dd>${value}</dd>`,
    )}</dl></details>`,
  )
}

/** The sandbox blocks scripts and forms; links open in a new tab. */
const emailFrame = (source: string) =>
  html`<iframe title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>`

export async function rawEmail(id: string) {
  const raw = await readRawEmail(dataDir(), id)
  if (!raw) return undefined
  return new Response(new Uint8Array(raw), {
    headers: {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${id}.eml"`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}
