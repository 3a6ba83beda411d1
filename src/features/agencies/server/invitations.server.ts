import { and, desc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { fromNow, now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { memberInvitation } from '#db/schema/agencies.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { requirePermission, rolesManagedBy } from '#platform/auth/permissions.ts'
import { type Agent, hashToken, newToken } from '#platform/auth/sessions.server.ts'
import { invalidInput, notFound, tooManyRequests } from '#platform/errors.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { DAY_MS, DAY_SECONDS } from '#values/time.ts'
import { invitationEmail } from '../agencies.emails.tsx'
import { INVITATION_DAYS, type NewInvitation, type OpenInvitation } from '../members.schema.ts'
import { reportSeatChange, requireFreeSeat } from './seats.server.ts'
import { lockTeam, requireAgents, requireManager, requireMayManage, type Team, type TeamMember } from './team.server.ts'

type InvitationServices = Pick<Services, 'database' | 'mailer' | 'env' | 'limits' | 'jobs'>
type Invitation = typeof memberInvitation.$inferSelect

/** New ones and repeated ones. An office of 200 is invited within two days. */
const emailsPerAgency = { name: 'member_invitations', points: 100, seconds: DAY_SECONDS }
const RESEND_PAUSE_SECONDS = 60

const isOpen = and(isNull(memberInvitation.acceptedAt), isNull(memberInvitation.revokedAt))
const isExpired = sql<boolean>`${memberInvitation.expiresAt} <= ${now}`
const expiry = fromNow(INVITATION_DAYS * DAY_MS)

export async function inviteMember(services: InvitationServices, agent: Agent, input: NewInvitation) {
  const { email, role } = input
  requirePermission(agent, 'managePeople')
  await requireEmailLimits(services, agent, email)
  await services.database.db.transaction(async (tx) => {
    const team = await lockTeam(tx, agent.agencyId)
    const actor = requireManager(team, agent)
    requireMayManage(actor, role)
    const agentIds = requireAgents(team, role, input.agentIds)
    if (team.members.some((one) => one.email === email))
      throw invalidInput({ email: 'They’re already a member of your agency' })
    await requireNoOpenInvitation(tx, team, email)
    await requireFreeSeat(tx, team.id)
    const token = newToken()
    const [added] = await tx
      .insert(memberInvitation)
      .values({
        ...{ agencyId: team.id, email, role, agentIds, invitedById: agent.id },
        tokenHash: hashToken(token),
        expiresAt: expiry,
      })
      .returning()
    if (!added) throw notFound()
    await reportSeatChange(services, tx, team.id)
    await writeAudit(tx, agent, 'member_invited', { role }, added.id)
    await sendLink(services, tx, { team, actor, invitation: added, token })
  })
}

/** An expired one makes room for the next. */
async function requireNoOpenInvitation(tx: Db, { id }: Team, email: string) {
  const sameAddress = and(isOpen, eq(memberInvitation.agencyId, id), eq(memberInvitation.email, email))
  await tx.update(memberInvitation).set({ revokedAt: now }).where(and(sameAddress, isExpired))
  if ((await tx.$count(memberInvitation, sameAddress)) > 0)
    throw invalidInput({ email: 'They’ve been invited already. You can send that invitation again.' })
}

/** A new link for the same invitation. The one before no longer works. */
export async function resendInvitation(services: InvitationServices, agent: Agent, id: string) {
  const { database } = services
  requirePermission(agent, 'managePeople')
  const { email } = await requireInvitation(database.db, agent, id)
  await requireEmailLimits(services, agent, email)
  await database.db.transaction(async (tx) => {
    const { team, actor, invitation } = await lockInvitation(tx, agent, id)
    const secondsAgo = (Date.now() - invitation.sentAt.getTime()) / 1000
    if (secondsAgo < RESEND_PAUSE_SECONDS) throw tooManyRequests(Math.ceil(RESEND_PAUSE_SECONDS - secondsAgo))
    // An expired one had given its seat up.
    if (invitation.expiresAt <= new Date()) await requireFreeSeat(tx, team.id)
    const token = newToken()
    await tx
      .update(memberInvitation)
      .set({ tokenHash: hashToken(token), sentAt: now, expiresAt: expiry, invitedById: agent.id })
      .where(eq(memberInvitation.id, id))
    await reportSeatChange(services, tx, team.id)
    await sendLink(services, tx, { team, actor, invitation, token })
  })
}

/** Before the transaction: the counters use another connection. */
async function requireEmailLimits({ limits }: InvitationServices, { agencyId }: Agent, to: string) {
  await limits.spend(emailsPerAgency, agencyId)
  await requireEmailLimit({ limits }, { to, recipient: 'unproven' })
}

export async function revokeInvitation(services: Pick<Services, 'database' | 'jobs'>, agent: Agent, id: string) {
  await services.database.db.transaction(async (tx) => {
    const { team } = await lockInvitation(tx, agent, id)
    await tx.update(memberInvitation).set({ revokedAt: now }).where(eq(memberInvitation.id, id))
    await reportSeatChange(services, tx, team.id)
    await writeAudit(tx, agent, 'member_invitation_revoked', {}, id)
  })
}

async function lockInvitation(tx: Db, agent: Agent, id: string) {
  const team = await lockTeam(tx, agent.agencyId)
  const actor = requireManager(team, agent)
  const invitation = await requireInvitation(tx, agent, id)
  requireMayManage(actor, invitation.role)
  return { team, actor, invitation }
}

async function requireInvitation(db: Db, { agencyId }: Agent, id: string) {
  const [found] = await db
    .select()
    .from(memberInvitation)
    .where(and(isOpen, eq(memberInvitation.id, id), eq(memberInvitation.agencyId, agencyId)))
  if (!found) throw notFound()
  return found
}

interface SentLink {
  team: Team
  actor: TeamMember
  invitation: Invitation
  token: string
}

async function sendLink(
  { mailer, env }: InvitationServices,
  tx: Db,
  { team, actor, invitation: { email, role }, token }: SentLink,
) {
  const link = `${env.APP_URL}/join?key=${token}`
  const facts = { link, role, agencyName: team.name, invitedBy: nameOrEmail(actor), invitedByEmail: actor.email }
  await mailer.post(tx, { to: email, replyTo: actor.email, ...invitationEmail(facts) })
}

/** The latest first. */
export async function listOpenInvitations(db: Db, agencyId: string): Promise<OpenInvitation[]> {
  const rows = await db
    .select({
      id: memberInvitation.id,
      email: memberInvitation.email,
      role: memberInvitation.role,
      inviter: { firstName: user.firstName, lastName: user.lastName, email: user.email },
      expiresAt: memberInvitation.expiresAt,
      isExpired,
    })
    .from(memberInvitation)
    .innerJoin(user, eq(user.id, memberInvitation.invitedById))
    .where(and(isOpen, eq(memberInvitation.agencyId, agencyId)))
    .orderBy(desc(memberInvitation.sentAt), desc(memberInvitation.id))
  return rows.map(({ inviter, ...invitation }) => ({ ...invitation, invitedBy: nameOrEmail(inviter) }))
}

/** Nobody comes in on the word of someone who may no longer give that role. */
export async function revokeInvitationsBeyondRole(tx: Db, agencyId: string, { id, role }: TeamMember) {
  const beyond = notInArray(memberInvitation.role, [...rolesManagedBy({ role })])
  await tx
    .update(memberInvitation)
    .set({ revokedAt: now })
    .where(and(isOpen, eq(memberInvitation.agencyId, agencyId), eq(memberInvitation.invitedById, id), beyond))
}
