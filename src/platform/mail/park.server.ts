import type { Jobs } from '../jobs.server.ts'

const KEEP_PARKED = 30 * 24 * 3600

/**
 * Lets the running try be the last one, and keeps the job long enough for a person to notice. The queue has no call
 * for this on a job that runs; when the try then fails, the job is among the failed ones and can be tried again.
 */
export async function parkRunningJob({ boss }: Jobs, name: string, id: string) {
  await boss.getDb().executeSql(
    `update pgboss.job
    set retry_limit = retry_count, deletion_seconds = $3, keep_until = now() + $3 * interval '1 second'
    where name = $1 and id = $2::uuid and state = 'active'`,
    [name, id, KEEP_PARKED],
  )
}
