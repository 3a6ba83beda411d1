import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agentTimeZone } from '#db/schema/accounts.ts'
import { eventDay, listingMove } from '#db/schema/events.ts'
import { may } from '../auth/permissions.ts'
import type { Agent, Membership } from '../auth/sessions.server.ts'

export type SumFacet = (typeof eventDay.facet.enumValues)[number]

export interface SumFilter {
  /** Whose sums: `sumOwner` of agents, or the id of an agency. */
  owners: string[]
  facet: SumFacet
  /** The first and the last local day. Of weeks and months, their first days. */
  from: string | SQL
  to: string | SQL
  /** All listings by default. Otherwise each has its owner at the same place in `owners`. */
  listingIds?: string[]
  /** They are taken off the others. */
  isSubtracted?: boolean
}

/**
 * Under which id the sums of an agent's listings in an agency are. The same as `sum_owner` in the database: the agent's own id in the agency
 * that was made for them, so that what was stored before there were agencies stays where it is.
 */
export const sumOwner = (userId: string, agencyId: string) =>
  agencyId.slice('agcy_'.length) === userId.slice('usr_'.length) ? userId : `${userId} ${agencyId}`

/** Each listing with the id under which its sums are: of its lead agent, and of the one before whose sums have not moved yet. */
export async function findSumOwners(db: Db, agencyId: string, listings: { id: string; userId: string }[]) {
  const moves = await db
    .select({ listingId: listingMove.listingId, owner: listingMove.fromOwner })
    .from(listingMove)
    .where(sql`${listingMove.listingId} = any (${sql.param(listings.map(({ id }) => id))})`)
  const current = listings.map(({ id, userId }) => ({ listingId: id, owner: sumOwner(userId, agencyId) }))
  const isCurrent = new Set(current.map(({ listingId, owner }) => `${listingId} ${owner}`))
  const all = [...current, ...moves.filter(({ listingId, owner }) => !isCurrent.has(`${listingId} ${owner}`))]
  return { owners: all.map(({ owner }) => owner), listingIds: all.map(({ listingId }) => listingId) }
}

/** A subquery for `from`, under the table's own name. */
export const selectSums = (...filters: SumFilter[]): SQL =>
  sql`(${sql.join(filters.map(selectSignedSum), sql` union all `)}) as ${eventDay}`

/**
 * Sums by channel, with those of direct visits: the total without the others. What was counted before there were channels, or by a version that
 * doesn't know them, is direct.
 */
export function selectSumsByChannel(filter: SumFilter): SQL {
  const byChannel = selectSum(filter)
  const total = selectSum({ ...filter, facet: filter.facet === 'listing channel' ? 'listing' : 'total' })
  const direct = sql`array['', '']::text[] as value`
  return sql`(
    select day, event, value, events, uniques, seconds, timed from (${byChannel}) by_channel
    union all select day, event, ${direct}, events, uniques, seconds, timed from (${total}) total
    union all select day, event, ${direct}, -events, -uniques, -seconds, -timed from (${byChannel}) others) as ${eventDay}`
}

function selectSignedSum(filter: SumFilter) {
  const sign = sql.raw(filter.isSubtracted ? '-' : '')
  return sql`select "userId", "listingId", day, event, value, ${sign}events as events, ${sign}uniques as uniques, ${sign}seconds as seconds,
    ${sign}timed as timed from (${selectSum(filter)}) signed`
}

function selectSum({ owners, facet, from, to, listingIds }: SumFilter) {
  const [owner] = owners
  const isOneOwner = owner !== undefined && owners.every((one) => one === owner)
  // Each day is looked up in the index, where the listing and the event follow it in the key.
  const step = sql.raw(`interval '1 ${/(week|month)$/.exec(facet)?.[0] ?? 'day'}'`)
  const days = sql`${eventDay.day} = any (array(select generate_series((${from})::date, (${to})::date, ${step})::date))`
  if (!listingIds && isOneOwner && !facet.startsWith('listing'))
    return sql`select * from ${eventDay} where ${belongsTo(owners, facet)} and ${days} and ${eventDay.listingId} is null`
  if (!listingIds)
    return sql`select * from ${eventDay} where ${belongsTo(owners, facet)} and ${eventDay.day} between (${from})::date and (${to})::date`
  if (isOneOwner)
    return sql`select * from ${eventDay}
      where ${belongsTo([owner], facet)} and ${days} and ${eventDay.listingId} = any (${sql.param(listingIds)})`
  // Each listing under its own owner only. `offset 0` keeps the planner from reading all sums to join them.
  return sql`select sums.* from unnest(${sql.param(owners)}::text[], ${sql.param(listingIds)}::text[]) pair (owner, "listingId"),
    lateral (select * from ${eventDay} where ${eventDay.userId} = pair.owner and ${isOfFacet(facet)} and ${days}
      and ${eventDay.listingId} = pair."listingId" offset 0) sums`
}

/** The first columns of the key. The facet is a literal, so that the planner reads one partition only. */
function belongsTo(owners: string[], facet: SumFacet) {
  const [owner] = owners
  const isTheirs =
    owners.length === 1 ? sql`${eventDay.userId} = ${owner}` : sql`${eventDay.userId} = any (${sql.param(owners)})`
  return sql`${isTheirs} and ${isOfFacet(facet)}`
}

const isOfFacet = (facet: SumFacet) => sql`${eventDay.cut} = 0 and ${eventDay.facet} = ${sql.raw(`'${facet}'`)}`

/** Time zones are at most 26 hours apart. */
const MAX_DAYS_AHEAD = 2

/**
 * Today for a member. After a change to a time zone further west, or with colleagues further east, events may be dated later than the
 * member's calendar: the last day with events is then still today, so that nothing disappears from the pages.
 */
export function todayOrLastEventDay(member: Pick<Agent, 'id'> & Membership) {
  const owners = member.actsFor.map((id) => sumOwner(id, member.agencyId))
  const lastDays = [...owners, ...(may(member, 'seeWholeAgency') ? [member.agencyId] : [])].map(
    (owner) => sql`(select max(${eventDay.day}) from ${eventDay}
      where ${belongsTo([owner], 'device')} and ${eventDay.day} <= calendar.day + ${MAX_DAYS_AHEAD}::int)`,
  )
  return sql`(
    select greatest(${sql.join([sql`calendar.day`, ...lastDays], sql`, `)})
    from (select (now() at time zone ${agentTimeZone(member.id)})::date as day) calendar)`
}

interface ListingCounts extends Record<string, unknown> {
  id: string
  views: number
  leads: number
}

interface ListingOfAgent {
  id: string
  userId: string
}

/** Views and leads of some listings over the last days, today included, as the member's calendar has it. */
export async function countRecentViewsAndLeads(db: Db, member: Agent, listings: ListingOfAgent[], days: number) {
  if (listings.length === 0) return []
  const today = todayOrLastEventDay(member)
  const theirs = await findSumOwners(db, member.agencyId, listings)
  const countEvents = (name: string) =>
    sql`coalesce(sum(${eventDay.events}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<ListingCounts>(sql`
    select ${eventDay.listingId} as id, ${countEvents('listing_view')} as views, ${countEvents('lead_created')} as leads
    from ${selectSums({ ...theirs, facet: 'listing', from: sql`${today} - ${days - 1}::int`, to: today })} group by 1`)
  return rows
}

interface ChannelCounts extends Record<string, unknown> {
  id: string
  views: number
  leads: number
}

/** The same for each link of one listing that visitors came by. */
export async function countRecentByChannel(db: Db, member: Agent, listing: ListingOfAgent, days: number) {
  const today = todayOrLastEventDay(member)
  const its = await findSumOwners(db, member.agencyId, [listing])
  const countEvents = (name: string) =>
    sql`coalesce(sum(${eventDay.events}) filter (where ${eventDay.event} = ${name}), 0)::int`
  const { rows } = await db.execute<ChannelCounts>(sql`
    select ${eventDay.value}[2] as id, ${countEvents('listing_view')} as views, ${countEvents('lead_created')} as leads
    from ${selectSums({ ...its, facet: 'listing channel', from: sql`${today} - ${days - 1}::int`, to: today })} group by 1`)
  return rows
}
