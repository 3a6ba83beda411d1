import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { coAgent } from '#db/schema/agencies.ts'
import { file } from '#db/schema/files.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { person } from '#db/schema/people.ts'
import { forbidden } from '../errors.ts'
import type { Whose } from '../input/fieldSchemas.ts'
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

/** More rows than any agent has. */
const ALL_ROWS = 2 ** 31

/**
 * The leads within reach under their own name, for `from`, to read a page of them in some order. Agents reach few of a large agency's leads:
 * the limit makes the planner find these first, where it would read those of the whole agency in their order until there are enough.
 */
export const leadsWithinReach = (db: Db, member: Membership) =>
  may(member, 'seeWholeAgency')
    ? lead
    : db.select().from(lead).where(isWithinReach(member, lead)).limit(ALL_ROWS).as('lead')

/** The same for files. */
export const filesWithinReach = (db: Db, member: Membership) =>
  may(member, 'seeWholeAgency')
    ? file
    : db.select().from(file).where(isWithinReach(member, file)).limit(ALL_ROWS).as('file')

/** Narrows what is within reach: the member's own rows, those that are shared with them, or those of one agent. */
export function matchesWhose(
  member: Membership,
  whose: Whose | undefined,
  { userId, listingId }: Pick<OwnedTable, 'userId' | 'listingId'>,
): SQL | undefined {
  if (whose === undefined) return undefined
  if (whose === 'mine') return inArray(userId, member.actsFor)
  return whose === 'shared' ? isShared(member, listingId) : eq(userId, whose)
}

/** An array, so that the planner looks the few listings up in an index. It would expect half of all rows to match a subquery. */
const isShared = ({ agencyId, actsFor }: Membership, listingId: PgColumn) =>
  sql`${listingId} = any (array(select ${coAgent.listingId} from ${coAgent}
    where ${and(eq(coAgent.agencyId, agencyId), inArray(coAgent.userId, actsFor))}))`

const listingOwner = { agencyId: listing.agencyId, userId: listing.userId, listingId: listing.id }

export const isListingWithinReach = (member: Membership, whose?: Whose) =>
  and(isWithinReach(member, listingOwner), matchesWhose(member, whose, listingOwner))

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

/**
 * The same for a list, also only with a lead of someone: finds the few leads that an agent reaches first, instead of looking for leads of each
 * person of the agency.
 */
export const arePeopleWithinReach = (member: Membership, whose?: Whose) =>
  may(member, 'seeWholeAgency') && whose === undefined
    ? eq(person.agencyId, member.agencyId)
    : and(
        // No condition for an index: in the order of one, everyone in the agency would be read.
        sql`${person.agencyId} || '' = ${member.agencyId}`,
        sql`${person.id} = any (array(select ${lead.personId} from ${lead} where ${and(isWithinReach(member, lead), matchesWhose(member, whose, lead))}))`,
      )

/** Also someone who was merged into another person, to whom their leads belong now. */
export const isPersonOrMergedWithinReach = (member: Membership) =>
  or(
    isPersonWithinReach(member),
    and(
      eq(person.agencyId, member.agencyId),
      sql`exists (select from ${lead} where ${lead.ownPersonId} = ${person.id} and ${isWithinReach(member, lead)})`,
    ),
  )
