import { expect, vi } from 'vitest'
import type { Db } from '../../../src/db/client.server.ts'
import { openJobs } from '../../../src/platform/jobs/jobs.server.ts'
import { EmailButton, EmailLayout, EmailText } from '../../../src/platform/mail/EmailLayout.tsx'
import { createMailer, deliverEmailJob } from '../../../src/platform/mail/mailer.server.ts'
import { createSeal } from '../../../src/platform/secrets/seal.server.ts'
import { createLog } from '../../../src/platform/telemetry/log.server.ts'
import { createDatabase } from '../database.ts'
import { startScriptedSmtp } from '../servers/scriptedSmtp.ts'

/** Found nowhere but in the mail itself, or something leaks. */
export const CANARY = 'canary-7f3a'
export const MAILER_SECRET = 'a secret that is long enough for anybody'
export const BUYER_EMAIL = 'canary-person@example.com'
export const WAIT_OPTIONS = { timeout: 60_000, interval: 50 }
const quick = { ...deliverEmailJob, queue: { ...deliverEmailJob.queue, retryDelay: 1, retryDelayMax: 1 } }

export type TestMailer = Awaited<ReturnType<typeof openTestMailer>>

/** A mailer with its own database, a queue with short pauses, and a scripted mail server. */
export async function openTestMailer() {
  const database = await createDatabase()
  const logged: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => logged.push(line) } })
  const jobs = openJobs(database, log)
  await jobs.start([quick])
  const smtp = await startScriptedSmtp()
  let mailer = mailerTo(smtp.url)
  await jobs.work(quick, { log, mailer: { ...mailer, deliver: (...mail) => mailer.deliver(...mail) } })
  let seen = 0

  return {
    database,
    jobs,
    smtp,
    mailer,
    logged: () => logged.join(''),

    post: (envelope: { to?: string; subject?: string; replyTo?: string }, tx: Db = database.db) =>
      mailer.post(tx, { to: BUYER_EMAIL, subject: 'Hello', body: <LeadMail />, ...envelope }),

    /** The one mail that arrives after those that were looked at before, with nothing left to do. */
    async nextAccepted() {
      const accepted = () => smtp.received.filter((received) => received.accepted)
      const next = await vi.waitFor(() => {
        const found = accepted()[seen]
        if (!found) throw new Error('Nothing arrived yet.')
        return found
      }, WAIT_OPTIONS)
      seen += 1
      await vi.waitFor(async () => expect(await count("state in ('active', 'retry')")).toBe(0), WAIT_OPTIONS)
      expect(accepted()).toHaveLength(seen)
      return next
    },

    countJobs: (where = 'true') => count(where),

    async sendingTo(url: string, meanwhile: () => Promise<void>) {
      const usual = mailer
      mailer = mailerTo(url)
      await meanwhile()
      mailer.close()
      mailer = usual
    },

    async close() {
      await jobs.stop()
      mailer.close()
      await smtp.stop()
      await database.drop()
    },
  }

  function mailerTo(url: string) {
    const seal = createSeal(MAILER_SECRET, 'mail')
    const from = 'Property Files <hello@example.nz>'
    return createMailer({ url, from, appUrl: 'https://files.example.nz', seal, jobs })
  }

  async function count(where: string): Promise<number> {
    const [row] = await database.sql.raw(`select count(*)::int as n from pgboss.job where ${where}`)
    return row?.n
  }
}

const LeadMail = () => (
  <EmailLayout
    preview="A lead"
    heading="Somebody asked about your listing"
    footer="You get this because your listing is published."
  >
    <EmailText>{`The note: ${CANARY}\nwith <img src=evil>`}</EmailText>
    <EmailButton href="http://localhost:3000/portal/leads?listing=1&lead=2">Open lead</EmailButton>
  </EmailLayout>
)
