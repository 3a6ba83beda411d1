import { and, asc, count, eq, isNull, max, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { session, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, coAgent, member } from '#db/schema/agencies.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import {
  endOfficeCopies,
  handOverConnections,
  handOverMemberWork,
} from '#features/accounts/server/deletion/handOver.server.ts'
import { expireExportsOfMember } from '#features/accounts/server/export/expireExports.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { may } from '#platform/auth/permissions.ts'
import { type Agent, sessionAgencyId } from '#platform/auth/sessions.server.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { roleChangedEmail } from '../agencies.emails.tsx'
import type { MemberChange, Members } from '../members.schema.ts'
import { listOpenInvitations, revokeInvitationsBeyondRole } from './invitations.server.ts'
import {
  lockTeam,
  requireAgents,
  requireManager,
  requireMayManage,
  requireMember,
  requireRemovable,
  requireSuccessor,
} from './team.server.ts'

/** Everyone sees their colleagues. Invitations, and when someone was last here, are for those who manage people. */
export async function listMembers(db: Db, agent: Agent): Promise<Members> {
  const isManager = may(agent, 'managePeople')
  const { agencyId } = agent
  const listings = db
    .select({ userId: listing.userId, n: count().as('n') })
    .from(listing)
    .where(and(eq(listing.agencyId, agencyId), isNull(listing.archivedAt)))
    .groupBy(listing.userId)
    .as('listings')
  const [members, assisted, seen, invitations] = await Promise.all([
    db
      .select({
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        role: member.role,
        joinedAt: member.joinedAt,
        isPayer: sql<boolean>`${agency.payerId} is not distinct from ${user.id}`,
        listings: sql<number>`coalesce(${listings.n}, 0)`.mapWith(Number),
      })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .innerJoin(agency, eq(agency.id, member.agencyId))
      .leftJoin(listings, eq(listings.userId, member.userId))
      .where(eq(member.agencyId, agencyId))
      .orderBy(asc(sql`lower(${user.firstName} || ' ' || ${user.lastName})`), asc(user.id)),
    db.select().from(assistedAgent).where(eq(assistedAgent.agencyId, agencyId)),
    isManager ? readLastSeen(db, agencyId) : [],
    isManager ? listOpenInvitations(db, agencyId) : [],
  ])
  const lastSeen = new Map(seen.map(({ userId, at }) => [userId, at]))
  return {
    members: members.map((one) => ({
      ...one,
      agentIds: assisted.filter(({ assistantId }) => assistantId === one.id).map(({ agentId }) => agentId),
      lastSeenAt: lastSeen.get(one.id) ?? null,
    })),
    invitations,
  }
}

/** In this agency: someone who works in another one is not seen here by it. */
const readLastSeen = (db: Db, agencyId: string) =>
  db
    .select({ userId: session.userId, at: max(session.lastUsedAt) })
    .from(session)
    .innerJoin(member, eq(member.userId, session.userId))
    .where(and(eq(member.agencyId, agencyId), eq(sessionAgencyId, agencyId)))
    .groupBy(session.userId)

/** Another role, or for an assistant other agents. Someone who becomes an assistant hands over to the first agent they act for. */
export async function changeMember(
  { database: { db }, mailer, env }: Pick<Services, 'database' | 'mailer' | 'env'>,
  agent: Agent,
  { userId, role, agentIds }: MemberChange,
) {
  await db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    const actor = requireManager(team, agent)
    const changed = requireMember(team, userId)
    requireMayManage(actor, changed.role)
    requireMayManage(actor, role)
    if (role !== 'owner') requireDispensableOwner(team, changed)
    const agents = requireAgents(team, role, agentIds, userId)
    if (!may({ role }, 'manageConnections')) await handOverConnections(tx, team.id, userId, actor)
    const [firstAgent] = agents
    if (role === 'assistant' && changed.role !== 'assistant' && firstAgent)
      await handOverMemberWork(tx, team.id, userId, requireSuccessor(team, userId, firstAgent))

    const isMember = and(eq(member.agencyId, team.id), eq(member.userId, userId))
    await tx.update(member).set({ role }).where(isMember)
    await replaceAssistedAgents(tx, team.id, userId, agents)
    if (!may({ role }, 'seeWholeAgency')) await giveBackLeads(tx, team.id, userId)
    if (!may({ role }, 'seeWholeAgency')) await endOfficeCopies(tx, team.id, changed.email)
    if (role === changed.role) return
    // An export of the whole agency is for its owners.
    if (role !== 'owner') await expireExportsOfMember(tx, userId)
    await revokeInvitationsBeyondRole(tx, team.id, { ...changed, role })
    await writeAudit(tx, agent, 'member_role_changed', { memberId: userId, from: changed.role, to: role }, userId)
    if (userId !== agent.id)
      await mailer.post(tx, {
        to: changed.email,
        ...roleChangedEmail({ agencyName: team.name, role, changedBy: nameOrEmail(actor), appUrl: env.APP_URL }),
      })
  })
}

/** Leads on listings that this member does not run go back to the lead agents. */
const giveBackLeads = (tx: Db, agencyId: string, userId: string) =>
  tx
    .update(lead)
    .set({ assigneeId: null })
    .where(
      and(
        eq(lead.agencyId, agencyId),
        eq(lead.assigneeId, userId),
        ne(lead.userId, userId),
        sql`${lead.listingId} not in (select ${coAgent.listingId} from ${coAgent}
          where ${coAgent.agencyId} = ${agencyId} and ${coAgent.userId} = ${userId})`,
      ),
    )

function requireDispensableOwner(
  team: Parameters<typeof requireRemovable>[0],
  changed: ReturnType<typeof requireMember>,
) {
  if (changed.role === 'owner') requireRemovable(team, changed)
}

export async function replaceAssistedAgents(tx: Db, agencyId: string, assistantId: string, agentIds: string[]) {
  await tx
    .delete(assistedAgent)
    .where(and(eq(assistedAgent.agencyId, agencyId), eq(assistedAgent.assistantId, assistantId)))
  if (agentIds.length > 0)
    await tx.insert(assistedAgent).values(agentIds.map((agentId) => ({ agencyId, assistantId, agentId })))
}
