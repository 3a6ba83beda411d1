import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'

/**
 * Days begin elsewhere: every sum of this agent is made anew from the events. To be called in the transaction that changes the time
 * zone, so that nobody sees one without the other. Whoever writes events of this agent waits for it.
 */
export async function recutDays(tx: Db, agentId: string) {
  // A year of a busy agency takes longer than anybody waits for a page.
  await tx.execute(sql`set local statement_timeout = '10min'`)
  await tx.execute(sql`select recut_event_days(${agentId})`)
}
