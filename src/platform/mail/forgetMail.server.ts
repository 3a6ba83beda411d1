import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { forgetKeptMail } from '../embedded/mailbox.server.ts'
import type { Env } from '../env.server.ts'
import type { Job, Jobs } from '../jobs.server.ts'

/** Whom a mail is about, where that can be asked of it later. */
export const ABOUT_HEADER = 'X-About'

const Whom = z.strictObject({ about: z.string() })
/** Longer than one sending takes. */
const AFTER_THE_LAST = 5 * 60_000

interface Place {
  env: Pick<Env, 'DATA_DIR'>
}

/** A mail that was on the wire while the others were removed is removed when it has landed. */
export const forgetMailLater: Job<z.infer<typeof Whom>, Place> = {
  name: 'forget_mail',
  data: Whom,
  work: ({ env }, { about }) => removeKept(env.DATA_DIR, about),
}

/**
 * Every mail about somebody that is still with us: waiting, parked or sent. Kept ones are removed after the commit. Answers who
 * else a mail was about that has not been sent: they have lost it too.
 */
export async function forgetMail(tx: Db, jobs: Jobs, about: string) {
  const { rows: forgotten } = await tx.execute<{ state: string; about: string[] }>(sql`
    delete from pgboss.job where name = 'mail' and data->'about' @> to_jsonb(${about}::text)
    returning state, data->'about' as about`)
  await jobs.enqueue(tx, forgetMailLater, { about }, { startAfter: new Date(Date.now() + AFTER_THE_LAST) })
  const unsent = forgotten.filter(({ state }) => state !== 'completed').flatMap((mail) => mail.about)
  return unsent.filter((other) => other !== about)
}

export const removeKept = (dataDir: string, about: string) => forgetKeptMail(dataDir, `${ABOUT_HEADER}: ${about}`)
