import type { openDatabase } from '../../../src/db/client.server.ts'
import { type Job, openJobs } from '../../../src/platform/jobs/jobs.server.ts'
import { createLog } from '../../../src/platform/telemetry/log.server.ts'
import { eventually } from '../eventually.ts'

type OpenDatabase = ReturnType<typeof openDatabase>

/** Puts a scheduled job into the queue now, and waits until the running application has done it. */
export async function runJob<Services>(database: OpenDatabase, job: Job<Record<string, never>, Services>) {
  const jobs = openJobs(database, createLog({ level: 'silent' }))
  await jobs.start([job])
  const id = await jobs.enqueue(database.db, job, {})
  const { sql } = database
  await eventually(
    async () => (await sql`select 1 from pgboss.job where id = ${id} and state = 'completed'`).length > 0,
  )
  await jobs.stop()
}
