import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile, session } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { pushSubscription } from '#db/schema/notifications.ts'
import { endMembership } from '#features/accounts/server/deletion/handOver.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { leftEmail, memberGoneEmail, removedEmail } from '../agencies.emails.tsx'
import type { MemberRemoval } from '../members.schema.ts'
import { reportSeatChange } from './seats.server.ts'
import {
  lockTeam,
  requireActor,
  requireManager,
  requireMayManage,
  requireMember,
  requireRemovable,
  requireSuccessor,
  type Team,
  type TeamMember,
} from './team.server.ts'

type RemovalServices = Pick<Services, 'database' | 'mailer' | 'env' | 'jobs'>

export async function removeMember(services: RemovalServices, agent: Agent, { userId, successorId }: MemberRemoval) {
  if (userId === agent.id) throw conflict('To leave the agency yourself, select “Leave agency”.')
  await services.database.db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    const actor = requireManager(team, agent)
    const leaver = requireMember(team, userId)
    requireMayManage(actor, leaver.role)
    requireRemovable(team, leaver)
    const successor = requireSuccessor(team, userId, successorId)
    const listings = await end(tx, team, leaver, successor)
    await reportSeatChange(services, tx, team.id)
    await writeAudit(tx, agent, 'member_removed', { memberId: userId, listings }, userId)
    await sendEmails(services, tx, { team, leaver, successor, actor })
  })
}

export async function leaveAgency(services: RemovalServices, agent: Agent, successorId: string) {
  await services.database.db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    const leaver = requireActor(team, agent)
    requireRemovable(team, leaver)
    const successor = requireSuccessor(team, agent.id, successorId)
    const listings = await end(tx, team, leaver, successor)
    await reportSeatChange(services, tx, team.id)
    await writeAudit(tx, agent, 'member_left', { listings }, agent.id)
    await sendEmails(services, tx, { team, leaver, successor })
  })
}

/** Hands everything over and ends the access at once. Returns how many listings were handed over. */
async function end(tx: Db, { id: agencyId }: Team, leaver: TeamMember, successor: TeamMember) {
  const listings = await endMembership(tx, agencyId, leaver, successor)
  await endAccess(tx, agencyId, leaver.id)
  return listings
}

/**
 * Someone with another agency goes on there, in every browser. Anyone else is signed out, and gets an agency of one for the next time they sign
 * in.
 */
async function endAccess(tx: Db, agencyId: string, userId: string) {
  const isElsewhere = (await tx.$count(member, eq(member.userId, userId))) > 0
  if (isElsewhere) {
    await tx
      .update(session)
      .set({ agencyId: null })
      .where(and(eq(session.userId, userId), eq(session.agencyId, agencyId)))
    return
  }
  await tx.delete(session).where(eq(session.userId, userId))
  await tx.delete(pushSubscription).where(eq(pushSubscription.userId, userId))
  // Their own agency does not have the name of the former one.
  await tx.update(profile).set({ agencyName: '' }).where(eq(profile.userId, userId))
  await tx.execute(sql`select agency_of(${userId})`)
}

interface Departure {
  team: Team
  leaver: TeamMember
  successor: TeamMember
  /** Who removed them, unless they left. */
  actor?: TeamMember
}

async function sendEmails({ mailer, env }: RemovalServices, tx: Db, { team, leaver, successor, actor }: Departure) {
  const facts = {
    agencyName: team.name,
    memberName: nameOrEmail(leaver),
    successorName: nameOrEmail(successor),
    appUrl: env.APP_URL,
  }
  await mailer.post(tx, { to: leaver.email, ...(actor ? removedEmail(facts) : leftEmail(facts)) })
  const others = team.members.filter(({ id, role }) => role === 'owner' && id !== actor?.id && id !== leaver.id)
  for (const { email } of others)
    await mailer.post(tx, { to: email, ...memberGoneEmail({ ...facts, removedBy: actor && nameOrEmail(actor) }) })
}
