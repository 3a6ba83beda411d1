import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { event, listingMove } from '#db/schema/events.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { channel, listing } from '#db/schema/listings.ts'
import { may } from '#platform/auth/permissions.ts'
import { isListingWithinReach, isWithinReach } from '#platform/auth/reach.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { findSumOwners, sumOwner, todayOrLastEventDay } from '#platform/events/eventSums.server.ts'
import { type AnalyticsInput, isChannelId } from '../analytics.schema.ts'
import { type DaySpan, resolveSpans } from '../dateRanges.ts'

/** Whose events, which of them, and on which local days. */
export interface AnalyticsQuery {
  /** What is counted is the total of these. No event is in two of them. */
  scopes: Scope[]
  timeZone: string
  span: DaySpan
  spanBefore: DaySpan
  /** Today. Neither the agent's own events nor those of the whole agency are later. */
  lastDay: string
  filters: Partial<AnalyticsInput>
}

/** `owners` are the ids under which sums of listings are stored: see `sumOwner`. With `listingIds`, that of each. */
export type Scope =
  | { kind: 'agency'; agencyId: string; owners: string[]; sumsFrom: string }
  | { kind: 'agents'; agencyId: string; owners: string[]; agentIds: string[] }
  | { kind: 'listings'; agencyId: string; owners: string[]; listingIds: string[] }

type Input = Partial<AnalyticsInput> & Pick<AnalyticsInput, 'range'>

/** Listings, leads and files out of reach are not found, like those that do not exist. */
export async function resolveQuery(db: Db, agent: Agent, given: Input): Promise<AnalyticsQuery> {
  const input = await addListingOfChannel(db, agent, given)
  await requireReach(db, agent, input)
  const [found] = await db
    .select({
      timeZone: agentTimeZone(agent.id),
      today: sql<string>`to_char(${todayOrLastEventDay(agent)}, 'YYYY-MM-DD')`,
      sumsFrom: agency.sumsFrom,
    })
    .from(agency)
    .where(eq(agency.id, agent.agencyId))
  if (!found) throw notFound()
  const { timeZone, today, sumsFrom } = found
  const scopes = await findScopes(db, agent, input, sumsFrom)
  return { scopes, timeZone, ...resolveSpans(input, today), lastDay: today, filters: input }
}

/** A link belongs to one listing, so its figures are those of a listing. */
async function addListingOfChannel(db: Db, { agencyId }: Agent, input: Input): Promise<Input> {
  const { listingId, channel: id } = input
  if (listingId || !id || !isChannelId(id)) return input
  const [found] = await db
    .select({ listingId: channel.listingId })
    .from(channel)
    .where(and(eq(channel.agencyId, agencyId), eq(channel.id, id)))
  if (!found) throw notFound()
  return { ...input, ...found }
}

async function requireReach(db: Db, agent: Agent, { listingId, leadId, fileId }: Input) {
  const filters = [
    listingId && { table: listing, isReachable: and(eq(listing.id, listingId), isListingWithinReach(agent)) },
    leadId && { table: lead, isReachable: and(eq(lead.id, leadId), isWithinReach(agent, lead)) },
    fileId && { table: file, isReachable: and(eq(file.id, fileId), isWithinReach(agent, file)) },
  ].filter((filter) => typeof filter === 'object')
  const found = await Promise.all(
    filters.map(({ table, isReachable }) => db.select({ id: table.id }).from(table).where(isReachable)),
  )
  if (found.some(([one]) => !one)) throw notFound()
}

/** The whole agency, agents, or single listings: those that are shared with the agent, or the one that is asked for. */
async function findScopes(
  db: Db,
  agent: Agent,
  { listingId, whose }: Input,
  sumsFrom: string | null,
): Promise<Scope[]> {
  const { agencyId, actsFor } = agent
  const seesAll = may(agent, 'seeWholeAgency')
  if (listingId)
    return [await scopeOfListings(db, agent, and(eq(listing.id, listingId), isListingWithinReach(agent, whose)))]
  if (whose === 'mine') return [scopeOfAgents(agencyId, actsFor)]
  if (whose === 'shared') return [await scopeOfListings(db, agent, isListingWithinReach(agent, whose))]
  if (whose) {
    if (seesAll || actsFor.includes(whose)) return [scopeOfAgents(agencyId, [whose])]
    return [await scopeOfListings(db, agent, isListingWithinReach(agent, whose))]
  }
  // One agent alone, for whom there are no sums of the agency.
  if (sumsFrom === null) return [scopeOfAgents(agencyId, actsFor)]
  if (seesAll) return [{ kind: 'agency', agencyId, sumsFrom, owners: await findOwnersInAgency(db, agencyId) }]
  const shared = await scopeOfListings(
    db,
    agent,
    and(isListingWithinReach(agent, 'shared'), notInArray(listing.userId, actsFor)),
  )
  return [scopeOfAgents(agencyId, actsFor), shared]
}

const scopeOfAgents = (agencyId: string, agentIds: string[]): Scope => ({
  kind: 'agents',
  agencyId,
  agentIds,
  owners: agentIds.map((id) => sumOwner(id, agencyId)),
})

async function scopeOfListings(db: Db, { agencyId }: Agent, which: SQL | undefined): Promise<Scope> {
  const listings = await db.select({ id: listing.id, userId: listing.userId }).from(listing).where(which)
  return { kind: 'listings', agencyId, ...(await findSumOwners(db, agencyId, listings)) }
}

async function findOwnersInAgency(db: Db, agencyId: string) {
  const [agents, moving] = await Promise.all([
    db.selectDistinct({ id: listing.userId }).from(listing).where(eq(listing.agencyId, agencyId)),
    db
      .selectDistinct({ owner: listingMove.fromOwner })
      .from(listingMove)
      .innerJoin(listing, eq(listing.id, listingMove.listingId))
      .where(eq(listing.agencyId, agencyId)),
  ])
  return [...new Set([...agents.map(({ id }) => sumOwner(id, agencyId)), ...moving.map(({ owner }) => owner)])]
}

/** The events of a scope. */
export function isEventInScope(scope: Scope): SQL | undefined {
  if (scope.kind === 'agency') return eq(event.agencyId, scope.agencyId)
  // The agency is no condition for an index here and below: few of its events are those of single listings.
  if (scope.kind === 'listings')
    return and(sql`${event.agencyId} || '' = ${scope.agencyId}`, inArray(event.listingId, scope.listingIds))
  const { agencyId, agentIds } = scope
  return and(eq(event.agencyId, agencyId), inArray(event.userId, agentIds))
}

/** The leads of a scope. */
export function isLeadInScope(scope: Scope): SQL | undefined {
  if (scope.kind === 'agency') return eq(lead.agencyId, scope.agencyId)
  if (scope.kind === 'listings')
    return and(sql`${lead.agencyId} || '' = ${scope.agencyId}`, inArray(lead.listingId, scope.listingIds))
  return and(eq(lead.agencyId, scope.agencyId), inArray(lead.userId, scope.agentIds))
}
