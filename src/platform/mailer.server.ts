import { render, toPlainText } from '@react-email/render'
import { createTransport } from 'nodemailer'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { Job, Jobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import type { Seal } from './seal.server.ts'

/** One address, nothing that could start another header or recipient. */
export const MailAddress = z
  .string()
  .max(254)
  .regex(/^[^\s@,;:<>()"'\\]+@[^\s@,;:<>()"'\\]+$/)
const Line = z
  .string()
  .max(500)
  .regex(/^[^\r\n]*$/)

const Mail = z.strictObject({
  to: MailAddress,
  subject: Line,
  html: z.string(),
  text: z.string(),
  replyTo: MailAddress.optional(),
})
export type Mail = z.infer<typeof Mail>

const Sealed = z.strictObject({ sealed: z.string() })
const TRIES = 1_000

export interface MailDeeds {
  mailer: Mailer
  log: Log
}

/** Tried for days with at most five minutes between tries; a refusal that will not change is parked at once. */
export const deliverMail: Job<z.infer<typeof Sealed>, MailDeeds> = {
  name: 'mail',
  data: Sealed,
  queue: {
    retryLimit: TRIES,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    deleteAfterSeconds: 24 * 3600,
  },
  concurrency: 4,
  work: ({ mailer }, { sealed }, { id }) => mailer.deliver(sealed, id),
}

export type Mailer = ReturnType<typeof createMailer>

export function createMailer(options: { url: string; from: string; appUrl: string; seal: Seal; jobs: Jobs }) {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const host = new URL(options.appUrl).hostname

  return {
    /** Goes out if and only if the caller's transaction commits. */
    async post(tx: Db, mail: { to: string; subject: string; body: ReactElement; replyTo?: string }) {
      const { body, ...envelope } = mail
      const html = await render(body)
      const whole = Mail.parse({ ...envelope, html, text: toPlainText(html) })
      await options.jobs.enqueue(tx, deliverMail, { sealed: options.seal.close(whole) })
    },

    /** The Message-ID is the job's, so that a mail sent twice by a crash is recognisable as one. */
    async deliver(sealed: string, jobId: string) {
      const mail = Mail.parse(options.seal.open(sealed))
      await transport.sendMail({ ...mail, from: options.from, messageId: `<${jobId}@${host}>` })
    },

    close: () => transport.close(),
  }
}
