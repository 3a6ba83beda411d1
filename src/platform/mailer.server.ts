import { createTransport } from 'nodemailer'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { Job, Jobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import { checkEnvelope, Envelope } from './mail/envelope.ts'
import { explainDeliveryError, unreadableEmail } from './mail/failure.server.ts'
import { ABOUT_HEADER } from './mail/forgetMail.server.ts'
import { renderEmail } from './mail/renderMail.server.ts'
import { meters } from './metrics/meters.server.ts'
import type { Seal } from './seal.server.ts'
import { inSpan } from './tracing/inSpan.server.ts'

const Mail = Envelope.extend({ html: z.string(), text: z.string() })
type Mail = z.infer<typeof Mail>

/** `about` stays readable, so that what is about one person can be found and forgotten. */
const SealedEmail = z.strictObject({ sealed: z.string(), about: z.array(z.string()).optional() })
const MAX_TRIES = 1_000
const MAX_CONNECTIONS = 4

export interface MailServices {
  mailer: Mailer
  log: Log
}

/** Tried for days with at most five minutes between tries; a refusal that will not change is parked at once. */
export const deliverEmail: Job<z.infer<typeof SealedEmail>, MailServices> = {
  name: 'mail',
  data: SealedEmail,
  queue: {
    retryLimit: MAX_TRIES,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 120,
    // A process that was killed with a mail in its hands is missed within seconds, and another takes it up.
    heartbeatSeconds: 15,
  },
  // As many as there are connections. What one has sent and not yet marked when it is killed goes out once more.
  concurrency: MAX_CONNECTIONS,
  work: ({ mailer }, { sealed, about }, { id }) => mailer.deliver(sealed, id, about),
}

type NewEmail = Envelope & { body: ReactElement; about?: string[] }

export type Mailer = ReturnType<typeof createMailer>

export function createMailer(options: { url: string; from: string; appUrl: string; seal: Seal; jobs: Jobs }) {
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

  return {
    /** Where an answer to our mails arrives. */
    address: /<([^>]+)>/.exec(options.from)?.[1] ?? options.from,

    prepare,

    /** Goes out if and only if the caller's transaction commits. */
    async post(tx: Db, email: NewEmail) {
      const postPrepared = await prepare(email)
      await postPrepared(tx)
    },

    /** The Message-ID is the job's, so that a mail sent twice by a crash is recognisable as one. */
    async deliver(sealed: string, jobId: string, about?: string[]) {
      await inSpan('mail delivery', {}, () => send(openMail(sealed), `<${jobId}@${host}>`, about))
    },

    close: () => transport.close(),
  }

  /** Makes an email, but sends nothing: what comes back posts it in a transaction. */
  async function prepare({ body, about, ...envelope }: NewEmail) {
    const mail: Mail = { ...checkEnvelope(envelope), ...(await renderEmail(body)) }
    const sealed = options.seal.close(mail)
    return async (tx: Db) => {
      await options.jobs.enqueue(tx, deliverEmail, { sealed, about })
    }
  }

  function openMail(sealed: string): Mail {
    try {
      return Mail.parse(options.seal.open(sealed))
    } catch {
      throw unreadableEmail()
    }
  }

  async function send(mail: Mail, messageId: string, about?: string[]) {
    const headers = about ? { [ABOUT_HEADER]: about } : undefined
    try {
      await transport.sendMail({ ...mail, headers, from: options.from, messageId })
    } catch (error) {
      meters.mails.inc({ outcome: 'failed' })
      throw explainDeliveryError(error, mail.to)
    }
    meters.mails.inc({ outcome: 'sent' })
  }
}
