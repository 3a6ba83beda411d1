import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { coAgent } from '#db/schema/agencies.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { person } from '#db/schema/people.ts'
import { forbidden } from '../errors.ts'
import { may } from './permissions.ts'
import type { Membership } from './sessions.server.ts'

/** A table whose rows belong to an agency, to its lead agent and, most of them, to a listing. */
interface OwnedTable {
  agencyId: PgColumn
  userId: PgColumn
  listingId: PgColumn
}

/**
 * The rows that a member may see and change. Every query of the portal has this condition: owners and managers reach the whole agency, agents
 * what is theirs or shared with them, assistants what the agents for whom they act reach.
 */
export function isWithinReach(member: Membership, { agencyId, userId, listingId }: OwnedTable): SQL | undefined {
  const inAgency = eq(agencyId, member.agencyId)
  if (may(member, 'seeWholeAgency')) return inAgency
  return and(inAgency, or(inArray(userId, member.actsFor), isShared(member, listingId)))
}

const isShared = ({ actsFor }: Membership, listingId: PgColumn) =>
  sql`${listingId} in (select ${coAgent.listingId} from ${coAgent} where ${inArray(coAgent.userId, actsFor)})`

export const isListingWithinReach = (member: Membership) =>
  isWithinReach(member, { agencyId: listing.agencyId, userId: listing.userId, listingId: listing.id })

/** The agent to whom new listings and files belong. An assistant creates them for the first agent they assist. */
export function requireLeadAgentId({ actsFor: [first] }: Membership) {
  if (!first) throw forbidden('Ask a manager of your agency to name the agents you act for.')
  return first
}

/** People are of the whole agency. A member sees those who have a lead within reach. */
export const isPersonWithinReach = (member: Membership) =>
  may(member, 'seeWholeAgency')
    ? eq(person.agencyId, member.agencyId)
    : and(
        eq(person.agencyId, member.agencyId),
        sql`exists (select from ${lead} where ${lead.personId} = ${person.id} and ${isWithinReach(member, lead)})`,
      )
