import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { conflict, forbidden } from '../errors.ts'
import { requireLeadAgentId } from './reach.server.ts'
import type { Agent } from './sessions.server.ts'

/**
 * Keeps these members in the agency until the transaction ends: a removal meanwhile waits, and hands over what is created for
 * them here. Locked before listings, leads and files: consistent lock order prevents deadlocks. Returns their roles by id. Someone who has left has none.
 */
export async function lockMembers(tx: Db, agencyId: string, userIds: readonly string[]) {
  // Before its members, as erasing the agency does: what is created here refers to it.
  await tx.select({ id: agency.id }).from(agency).where(eq(agency.id, agencyId)).for('key share')
  const rows = await tx
    .select({ id: member.userId, role: member.role })
    .from(member)
    .where(and(eq(member.agencyId, agencyId), inArray(member.userId, [...userIds])))
    .orderBy(asc(member.userId))
    .for('share')
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** The agent may have been removed since their request began. */
export async function requireStillMember(tx: Db, { id, agencyId }: Pick<Agent, 'id' | 'agencyId'>) {
  const roles = await lockMembers(tx, agencyId, [id])
  if (!roles.has(id)) throw noLongerMember()
}

/** The agent to whom what this transaction creates belongs, who stays in the agency until it ends. */
export async function lockLeadAgent(tx: Db, agent: Agent) {
  const leadAgentId = requireLeadAgentId(agent)
  const roles = await lockMembers(tx, agent.agencyId, [agent.id, leadAgentId])
  if (!roles.has(agent.id)) throw noLongerMember()
  const role = roles.get(leadAgentId)
  if (!role || role === 'assistant')
    throw conflict('Who you act for in this agency has changed. Reload the page and try again.')
  return leadAgentId
}

export const noLongerMember = () => forbidden('You’re no longer a member of this agency.')
