import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import type { Env } from '../config/env.server.ts'
import { deleteKeptEmails } from '../embeddedServices/mailbox.server.ts'
import type { Job, Jobs } from '../jobs/jobs.server.ts'

/** The leads that an email is about, so that it can be found and deleted with them. */
export const ABOUT_HEADER = 'X-About'

const DeleteEmailsJobData = z.strictObject({ about: z.string() })
/** Longer than one delivery takes. */
const LATE_EMAIL_DELAY_MS = 5 * 60_000

interface DeleteEmailsServices {
  env: Pick<Env, 'DATA_DIR'>
}

/** Deletes an email that was being delivered while the others were deleted. */
export const deleteLateEmailsJob: Job<z.infer<typeof DeleteEmailsJobData>, DeleteEmailsServices> = {
  name: 'forget_mail',
  data: DeleteEmailsJobData,
  work: ({ env }, { about }) => deleteKeptEmailsAbout(env.DATA_DIR, about),
}

/**
 * Deletes every queued, failed or sent email about a lead. Kept copies are deleted after the commit. Returns the other leads of
 * emails that had not been sent, because those emails are lost for them too.
 */
export async function deleteEmailsAbout(tx: Db, jobs: Jobs, about: string) {
  const { rows: forgotten } = await tx.execute<{ state: string; about: string[] }>(sql`
    delete from pgboss.job where name = 'mail' and data->'about' @> to_jsonb(${about}::text)
    returning state, data->'about' as about`)
  await jobs.enqueue(tx, deleteLateEmailsJob, { about }, { startAfter: new Date(Date.now() + LATE_EMAIL_DELAY_MS) })
  const unsent = forgotten.filter(({ state }) => state !== 'completed').flatMap((mail) => mail.about)
  return unsent.filter((other) => other !== about)
}

export const deleteKeptEmailsAbout = (dataDir: string, about: string) =>
  deleteKeptEmails(dataDir, `${ABOUT_HEADER}: ${about}`)
