import { and, inArray, isNull, lt, ne } from 'drizzle-orm'
import { z } from 'zod'
import { ago } from '#db/clock.server.ts'
import { inboundDocument, inboundEmail } from '#db/schema/inboundEmails.ts'
import { removeContentJob } from '#features/files/server/removeContent.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import { UNDECIDED_DAYS } from '../emailedDocuments.schema.ts'

const NoData = z.object({})
const EMAILS_PER_BATCH = 200

/** Deletes emails after 60 days, with the documents that nobody has accepted. Accepted ones are files, and stay. */
export const deleteOldEmailsJob: Job<z.infer<typeof NoData>, Services> = {
  name: 'delete_old_emails',
  data: NoData,
  schedule: '41 3 * * *',
  async work(services) {
    while ((await deleteBatch(services)) === EMAILS_PER_BATCH);
  },
}

const deleteBatch = ({ database: { db }, jobs }: Services) =>
  db.transaction(async (tx) => {
    const old = await tx
      .select({ id: inboundEmail.id })
      .from(inboundEmail)
      .where(lt(inboundEmail.receivedAt, ago(UNDECIDED_DAYS * DAY_MS)))
      .limit(EMAILS_PER_BATCH)
      .for('update', { skipLocked: true })
    const ids = old.map(({ id }) => id)
    const unwanted = await tx
      .select({ path: inboundDocument.path })
      .from(inboundDocument)
      .where(and(inArray(inboundDocument.emailId, ids), isNull(inboundDocument.fileId), ne(inboundDocument.path, '')))
    for (const { path } of unwanted) await jobs.enqueue(tx, removeContentJob, { path })
    await tx.delete(inboundDocument).where(inArray(inboundDocument.emailId, ids))
    await tx.delete(inboundEmail).where(inArray(inboundEmail.id, ids))
    return old.length
  })
