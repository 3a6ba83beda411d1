import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { Env } from '../config/env.server.ts'
import { forgetKeptEmails } from '../embedded/mailbox.server.ts'
import type { Job, Jobs } from '../jobs/jobs.server.ts'

/** Whom a mail is about, where that can be asked of it later. */
export const ABOUT_HEADER = 'X-About'

const ForgetJobData = z.strictObject({ about: z.string() })
/** Longer than one sending takes. */
const LATE_EMAIL_DELAY_MS = 5 * 60_000

interface ForgetServices {
  env: Pick<Env, 'DATA_DIR'>
}

/** A mail that was on the wire while the others were removed is removed when it has landed. */
export const forgetLateEmails: Job<z.infer<typeof ForgetJobData>, ForgetServices> = {
  name: 'forget_mail',
  data: ForgetJobData,
  work: ({ env }, { about }) => removeKeptEmails(env.DATA_DIR, about),
}

/**
 * Every mail about somebody that is still with us: waiting, parked or sent. Kept ones are removed after the commit. Answers who
 * else a mail was about that has not been sent: they have lost it too.
 */
export async function forgetEmails(tx: Db, jobs: Jobs, about: string) {
  const { rows: forgotten } = await tx.execute<{ state: string; about: string[] }>(sql`
    delete from pgboss.job where name = 'mail' and data->'about' @> to_jsonb(${about}::text)
    returning state, data->'about' as about`)
  await jobs.enqueue(tx, forgetLateEmails, { about }, { startAfter: new Date(Date.now() + LATE_EMAIL_DELAY_MS) })
  const unsent = forgotten.filter(({ state }) => state !== 'completed').flatMap((mail) => mail.about)
  return unsent.filter((other) => other !== about)
}

export const removeKeptEmails = (dataDir: string, about: string) =>
  forgetKeptEmails(dataDir, `${ABOUT_HEADER}: ${about}`)
