import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { noLongerMember } from '#platform/auth/lockMembers.server.ts'
import { mayManage, requirePermission } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict, forbidden, invalidInput, notFound } from '#platform/errors.ts'
import type { Role } from '#values/agencyValues.ts'
import { reasonToStay } from '../members.schema.ts'

export interface TeamMember {
  id: string
  firstName: string
  lastName: string
  email: string
  role: Role
  /** Set once their account is being erased. */
  archivedAt: Date | null
}

export type Team = Awaited<ReturnType<typeof lockTeam>>

/**
 * The agency and its members, until the transaction ends. Everything that changes who works in an agency locks its row first, so that two
 * owners who remove each other at the same moment do so one after the other, by the rules.
 */
export async function lockTeam(tx: Db, agencyId: string) {
  const [locked] = await tx.select().from(agency).where(eq(agency.id, agencyId)).for('no key update')
  if (!locked) throw notFound()
  const members: TeamMember[] = await tx
    .select({
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      role: member.role,
      archivedAt: user.archivedAt,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.agencyId, agencyId))
    .orderBy(asc(member.joinedAt), asc(user.id))
  return { ...locked, members }
}

/** Who makes the change, as they are now: they may have been removed or given another role since their request began. */
export function requireActor({ members }: Team, { id }: Agent) {
  const actor = members.find((one) => one.id === id)
  if (!actor || actor.archivedAt) throw noLongerMember()
  return actor
}

export function requireManager(team: Team, agent: Agent) {
  const actor = requireActor(team, agent)
  requirePermission(actor, 'managePeople')
  return actor
}

export function requireMayManage(actor: TeamMember, role: Role) {
  if (!mayManage(actor, role))
    throw forbidden('Managers can only manage agents and assistants. Ask an owner to do this.')
}

export function requireMember({ members }: Team, id: string) {
  const found = members.find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}

/** The last owner and the payer stay, and stay owners. */
export function requireRemovable({ members, payerId }: Team, { id, role }: TeamMember) {
  const reason = reasonToStay({ role, isPayer: id === payerId }, members)
  if (reason) throw conflict(reason)
}

/** The agents for whom an assistant shall act. */
export function requireAgents({ members }: Team, role: Role, agentIds: string[], assistantId?: string) {
  if (role !== 'assistant') return []
  const agents = members.filter((one) => one.role !== 'assistant' && one.id !== assistantId)
  const known = agentIds.map((id) => agents.find((one) => one.id === id))
  if (known.includes(undefined)) throw invalidInput({ agentIds: 'Please select members of your agency' })
  return [...new Set(agentIds)]
}

/** Listings and leads belong to someone who works in the agency and is not an assistant. */
export function requireSuccessor({ members }: Team, leaverId: string, successorId: string) {
  const found = members.find(({ id, role }) => id === successorId && id !== leaverId && role !== 'assistant')
  if (!found) throw invalidInput({ successorId: 'Please select a colleague who isn’t an assistant' })
  return found
}
