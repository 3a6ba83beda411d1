import { type SQL, sql } from 'drizzle-orm'
import { eventDay } from '#db/schema/eventDay.ts'
import { currentCut } from './calendar.server.ts'

export type KeptFacet = (typeof eventDay.facet.enumValues)[number]

/** Some sums of an agent's days. */
export interface Sums {
  agentId: string
  facet: KeptFacet
  /** The first and the last day. */
  from: string | SQL
  to: string | SQL
  /** Without them: all that the facet has. */
  listingIds?: string[]
}

/** Sums to be read from, under the table's own name. Each day is looked up by itself where few listings are wanted. */
export const sumsIn = (...some: Sums[]): SQL => sql`(${sql.join(some.map(select), sql` union all `)}) as ${eventDay}`

function select({ agentId, facet, from, to, listingIds }: Sums) {
  // Written out, so that it is known which part of the table is meant before the question is put.
  const ofAgent = sql`${eventDay.userId} = ${agentId} and ${eventDay.cut} = ${currentCut(agentId)} and ${eventDay.facet} = ${sql.raw(`'${facet}'`)}`
  const when = listingIds
    ? sql`${eventDay.day} = any (array(select generate_series((${from})::date, (${to})::date, interval '1 day')::date))
        and ${eventDay.listingId} = any (${sql.param(listingIds)})`
    : sql`${eventDay.day} between (${from})::date and (${to})::date`
  return sql`select * from ${eventDay} where ${ofAgent} and ${when}`
}
