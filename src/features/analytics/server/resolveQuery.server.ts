import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone, user } from '#db/schema/accounts.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { agentToday } from '#platform/events/eventSums.server.ts'
import type { AnalyticsInput } from '../analytics.schema.ts'
import { type DaySpan, resolveSpans } from '../dateRanges.ts'

/** Whose events, which of them, and on which local days. */
export interface AnalyticsQuery {
  agentId: string
  timeZone: string
  span: DaySpan
  spanBefore: DaySpan
  filters: Partial<AnalyticsInput>
}

type Input = Partial<AnalyticsInput> & Pick<AnalyticsInput, 'range'>

/** Listings, leads and files of other agents are not found, like those that do not exist. */
export async function resolveQuery(db: Db, agent: Agent, input: Input): Promise<AnalyticsQuery> {
  const { listingId, leadId, fileId } = input
  const isOwn = (table: typeof listing | typeof lead | typeof file, id: string | undefined) =>
    id
      ? sql<boolean>`exists (${db
          .select({ id: table.id })
          .from(table)
          .where(and(eq(table.id, id), eq(table.userId, agent.id)))})`
      : sql<boolean>`true`
  const [found] = await db
    .select({
      timeZone: agentTimeZone(agent.id),
      today: sql<string>`to_char(${agentToday(agent.id)}, 'YYYY-MM-DD')`,
      areOwn: sql<boolean>`${isOwn(listing, listingId)} and ${isOwn(lead, leadId)} and ${isOwn(file, fileId)}`,
    })
    .from(user)
    .where(eq(user.id, agent.id))
  if (!found?.areOwn) throw notFound()
  return { agentId: agent.id, timeZone: found.timeZone, ...resolveSpans(input, found.today), filters: input }
}
