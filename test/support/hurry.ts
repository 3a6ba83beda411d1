import type { createDatabase } from './database.ts'

/** What waits for its next try is due now. */
export const hurry = ({ sql }: Pick<Awaited<ReturnType<typeof createDatabase>>, 'sql'>, job: string) =>
  sql`update pgboss.job set start_after = now() where name = ${job} and state in ('created', 'retry')`
