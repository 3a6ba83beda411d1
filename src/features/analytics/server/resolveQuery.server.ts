import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone, user } from '#db/schema/accounts.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { isListingWithinReach, isWithinReach, requireLeadAgentId } from '#platform/auth/reach.server.ts'
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

/**
 * Listings, leads and files out of reach are not found, like those that do not exist. Events of a listing are counted for its lead agent.
 */
export async function resolveQuery(db: Db, agent: Agent, input: Input): Promise<AnalyticsQuery> {
  const agentId = (await findLeadAgentId(db, agent, input)) ?? requireLeadAgentId(agent)
  const [found] = await db
    .select({
      timeZone: agentTimeZone(agentId),
      today: sql<string>`to_char(${agentToday(agentId)}, 'YYYY-MM-DD')`,
    })
    .from(user)
    .where(eq(user.id, agentId))
  if (!found) throw notFound()
  return { agentId, timeZone: found.timeZone, ...resolveSpans(input, found.today), filters: input }
}

/** The lead agent of what the figures are filtered by, if they are. */
async function findLeadAgentId(db: Db, agent: Agent, { listingId, leadId, fileId }: Input) {
  const filters = [
    listingId && { table: listing, isReachable: and(eq(listing.id, listingId), isListingWithinReach(agent)) },
    leadId && { table: lead, isReachable: and(eq(lead.id, leadId), isWithinReach(agent, lead)) },
    fileId && { table: file, isReachable: and(eq(file.id, fileId), isWithinReach(agent, file)) },
  ].filter((filter) => typeof filter === 'object')
  const owners = await Promise.all(
    filters.map(({ table, isReachable }) => db.select({ id: table.userId }).from(table).where(isReachable)),
  )
  if (owners.some(([owner]) => !owner)) throw notFound()
  return owners[0]?.[0]?.id
}
