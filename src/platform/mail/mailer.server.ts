import type { FormatCallback } from 'html-to-text'
import { createTransport } from 'nodemailer'
import { createElement, type ReactElement } from 'react'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { invalidInput } from '../errors.ts'
import { type Job, type Jobs, PermanentJobError } from '../jobs/jobs.server.ts'
import { SECRET_MISSING, SecretMissingError } from '../secrets/keyring.server.ts'
import type { Seal } from '../secrets/seal.server.ts'
import { type Log, redactText } from '../telemetry/log.server.ts'
import { meters } from '../telemetry/metrics.server.ts'
import { inSpan } from '../telemetry/tracing.server.ts'
import { ABOUT_HEADER } from './deleteEmailsAbout.server.ts'
import { UnsubscribeContext } from './EmailLayout.tsx'

const Attachment = z.strictObject({ filename: z.string(), contentType: z.string(), content: z.string() })

/** One address, without characters that could inject another header or recipient. */
const EnvelopeAddress = z
  .string()
  .max(254)
  .regex(/^[^\s\p{Cc}@,;:<>()"\\]+@[^\s\p{Cc}@,;:<>()"'\\]+$/u, 'Not a single email address')

const Line = z
  .string()
  .max(500)
  .regex(/^[^\r\n\0]*$/, 'Not a single line')

const SenderName = z
  .string()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'Not a name on a single line')

const Envelope = z.strictObject({
  to: EnvelopeAddress,
  subject: Line,
  replyTo: EnvelopeAddress.optional(),
  /** On whose behalf it is sent, shown before our own name. */
  senderName: SenderName.optional(),
  /** Switches this type of email off. */
  unsubscribeUrl: z.url().optional(),
  /** Answers an email that we received. */
  isAutomaticReply: z.boolean().optional(),
})
type Envelope = z.infer<typeof Envelope>

/** Without HTML if a program reads it line by line. */
const Mail = Envelope.extend({
  html: z.string().optional(),
  text: z.string(),
  attachments: z.array(Attachment).optional(),
})
type Mail = z.infer<typeof Mail>

/** `about` is not encrypted, so that the emails about one lead can be found and deleted. */
const SealedEmail = z.strictObject({ sealed: z.string(), about: z.array(z.string()).optional() })
const MAX_TRIES = 1_000
const MAX_CONNECTIONS = 4

export interface EmailDeliveryServices {
  mailer: Mailer
  log: Log
}

/** Retried for days with at most five minutes in between; a permanent refusal fails at once. */
export const deliverEmailJob: Job<z.infer<typeof SealedEmail>, EmailDeliveryServices> = {
  name: 'mail',
  data: SealedEmail,
  queue: {
    retryLimit: MAX_TRIES,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 120,
    // If a process is killed while it sends an email, another one retries within seconds.
    heartbeatSeconds: 15,
  },
  // One for each connection. An email that was sent but not marked when the process is killed is sent again.
  concurrency: MAX_CONNECTIONS,
  work: ({ mailer }, { sealed, about }, { id }) => mailer.deliver(sealed, id, about),
}

/** Written to the letter, for a program that reads it. */
interface WrittenBody {
  text: string
  html?: string
  attachments?: z.infer<typeof Attachment>[]
}
type NewEmail = Envelope & { body: ReactElement | WrittenBody; about?: string[] }

interface SentEnvelope {
  /** Before the @. */
  messageId: string
  returnPath: string | undefined
}

export type Mailer = ReturnType<typeof createMailer>

interface MailerOptions {
  /** The SMTP server; nothing in a process that only posts emails, which another delivers. */
  url: string | undefined
  from: string
  appUrl: string
  seal: Seal
  jobs: Jobs
}

export function createMailer(options: MailerOptions) {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(options.appUrl).hostname
  const address = /<([^>]+)>/.exec(options.from)?.[1] ?? options.from

  return {
    /** The address that replies go to. */
    address,
    /** After the @ in the Message-IDs of our emails. */
    messageIdHost: host,

    prepare,

    /** Sent if and only if the caller's transaction commits. */
    async post(tx: Db, email: NewEmail) {
      const postPrepared = await prepare(email)
      await postPrepared(tx)
    },

    /**
     * Sends at once, from a background job that retries: throws `PermanentJobError` for a refusal that is final. The caller's Message-ID is the
     * same for each attempt. Reports that it could not be delivered go to `returnPath`.
     */
    async send({ body, about, ...envelope }: NewEmail, { messageId, returnPath }: SentEnvelope) {
      const written = 'text' in body ? body : await renderEmail(body, envelope.unsubscribeUrl)
      const mail = Mail.parse({ ...checkEnvelope(envelope), ...written })
      await inSpan('mail delivery', {}, () => send(mail, `<${messageId}@${host}>`, about, returnPath))
    },

    /** The Message-ID comes from the job, so that an email sent twice after a crash can be recognised. */
    async deliver(sealed: string, jobId: string, about?: string[]) {
      await inSpan('mail delivery', {}, () => send(openMail(sealed), `<${jobId}@${host}>`, about))
    },

    close: () => transport.close(),
  }

  /** Renders an email without sending it. Returns a function that posts it in a transaction. */
  async function prepare({ body, about, ...envelope }: NewEmail) {
    const written = 'text' in body ? body : await renderEmail(body, envelope.unsubscribeUrl)
    const mail: Mail = { ...checkEnvelope(envelope), ...written }
    const sealed = options.seal.close(mail)
    return async (tx: Db) => {
      await options.jobs.enqueue(tx, deliverEmailJob, { sealed, about })
    }
  }

  function openMail(sealed: string): Mail {
    try {
      return Mail.parse(options.seal.open(sealed))
    } catch (error) {
      // Waits until the secret is listed, or a process takes it that knows the secret.
      if (error instanceof SecretMissingError) throw deliveryError(SECRET_MISSING, false)
      throw unreadableEmail()
    }
  }

  async function send(
    { senderName, unsubscribeUrl, isAutomaticReply, ...mail }: Mail,
    messageId: string,
    about?: string[],
    returnPath?: string,
  ) {
    const headers = {
      ...(about && { [ABOUT_HEADER]: about }),
      ...(unsubscribeUrl && oneClickHeaders(unsubscribeUrl)),
      ...(isAutomaticReply && automaticReplyHeaders),
    }
    const from = senderName ? { name: `${senderName} via Property Files`, address } : options.from
    try {
      const smtpEnvelope = returnPath && { from: EnvelopeAddress.parse(returnPath), to: mail.to }
      await transport.sendMail({ ...mail, headers, from, messageId, ...(smtpEnvelope && { envelope: smtpEnvelope }) })
    } catch (error) {
      meters.emails.inc({ outcome: 'failed' })
      throw toDeliveryError(error, mail.to)
    }
    meters.emails.inc({ outcome: 'sent' })
  }
}

/** The unsubscribe button of the email program itself (RFC 8058). */
const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** So that no other machine answers it (RFC 3834, and Exchange's own). */
const automaticReplyHeaders = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }

/** Why an email was not delivered, without personal data: the queue keeps the message, and operators read it. */
const deliveryError = (reason: string, forGood: boolean) =>
  forGood ? new PermanentJobError(reason) : new Error(reason)

interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** nodemailer's codes for a refusal of this sender, recipient or text, as opposed to a problem with the server. */
const MESSAGE_ERROR_CODES = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * A 5xx for the email itself is permanent. A 5xx for the connection or the sign-in (an expired password, say) is
 * ours to fix, and every email should be sent once it is fixed.
 */
export function toDeliveryError(error: unknown, recipient: string) {
  if (!(error instanceof Error)) return deliveryError('Unknown error.', false)
  const { code = '', command, response, responseCode, message }: SmtpError = error
  // Without a response code nodemailer refused: too large for the server, or an address it cannot encode.
  const refused = responseCode === undefined || responseCode >= 500
  const reason = response ? `${command ?? 'SMTP'}: ${response}` : `${code} ${message}`
  return deliveryError(redactRecipient(reason, recipient), MESSAGE_ERROR_CODES.has(code) && refused)
}

const unreadableEmail = () => deliveryError('The stored email can’t be decrypted. Was APP_SECRET changed?', true)

/** Servers often repeat the address, or the part before the @. */
function redactRecipient(reason: string, recipient: string) {
  const [mailbox = ''] = recipient.split('@')
  return redactText(reason.replaceAll(recipient, '[email]'))
    .replaceAll(mailbox.length > 2 ? mailbox : recipient, '[mailbox]')
    .slice(0, 300)
}

/** HTML and text. The renderer is loaded with the first email, because most requests send none. */
export async function renderEmail(body: ReactElement, unsubscribeUrl?: string) {
  const { render } = await import('@react-email/render')
  const html = await render(createElement(UnsubscribeContext, { value: unsubscribeUrl }, body))
  textConverter ??= createTextConverter()
  return { html, text: (await textConverter)(html) }
}

/** Made once: reading the selectors takes several times as long as an email. */
let textConverter: Promise<(html: string) => string> | undefined

async function createTextConverter() {
  const [{ plainTextSelectors }, { compile }] = await Promise.all([
    import('@react-email/render'),
    import('html-to-text'),
  ])
  return compile({ wordwrap: false, formatters, selectors: [...plainTextSelectors, ...ourSelectors] })
}

/** Keeps headings as written, phone numbers as plain text, and puts a button's URL on its own line. */
const ourSelectors = [
  ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
  { selector: 'a[href^="tel:"]', format: 'inline' },
  { selector: 'a[href^="mailto:"]', format: 'inline' },
  { selector: 'a[data-button]', format: 'button' },
]
const formatters: Record<string, FormatCallback> = {
  button(link, walk, builder) {
    builder.openBlock({ leadingLineBreaks: 2 })
    walk(link.children, builder)
    builder.addInline(':', { noWordTransform: true })
    builder.addLineBreak()
    builder.addInline(link.attribs?.href ?? '', { noWordTransform: true })
    builder.closeBlock({ trailingLineBreaks: 2 })
  },
}

/** Visitors type most of it, so an invalid envelope is bad input, not a bug. */
function checkEnvelope(envelope: Envelope): Envelope {
  const { success, data, error } = Envelope.safeParse(envelope)
  if (success) return data
  throw invalidInput(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.') || 'mail', message])))
}
