import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { profile, session, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, member, memberInvitation } from '#db/schema/agencies.ts'
import { accountReadyEmail } from '#features/accounts/accounts.emails.tsx'
import { openSession, rememberDevice } from '#features/accounts/server/credentials/agentSessions.server.ts'
import { hashPassword, NO_PASSWORD } from '#features/accounts/server/credentials/passwords/passwordHashing.server.ts'
import type { SignInRequest } from '#features/accounts/server/credentials/signIn.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { type Agent, hashToken, type User } from '#platform/auth/sessions.server.ts'
import { conflict, forbidden, invalidInput, notSignedIn } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { nameOrEmail } from '#ui/format/format.ts'
import { joinedEmail } from '../agencies.emails.tsx'
import type { JoinInvitation, NewMemberAccount } from '../members.schema.ts'
import { lockTeam, type Team } from './team.server.ts'

const linksPerAddress = { name: 'join_link', points: 60, seconds: 3600 }
const attemptsPerAddress = { name: 'join_agency', points: 20, seconds: 3600 }

type Invitation = typeof memberInvitation.$inferSelect

/** What the page of a link shows. Reading it changes nothing: email scanners open links too. */
export async function readInvitation(
  { limits, database: { db } }: Pick<Services, 'limits' | 'database'>,
  key: string,
  clientIp: string,
  /** Who is signed in where the link was opened. */
  viewer?: User,
): Promise<JoinInvitation> {
  await limits.spendByAddress(linksPerAddress, clientIp)
  const invitation = await findInvitation(db, key)
  const state = invitationState(invitation)
  if (state !== 'open' || !invitation) return { state: state === 'open' ? 'revoked' : state }
  const { email, role, agencyId, invitedById } = invitation
  const [[joined], [inviter], [account]] = await Promise.all([
    db.select({ name: agency.name }).from(agency).where(eq(agency.id, agencyId)),
    db.select().from(user).where(eq(user.id, invitedById)),
    db.select({ id: user.id }).from(user).where(eq(user.email, email)),
  ])
  return {
    state,
    ...{ email, role, agencyName: joined?.name ?? '', invitedBy: inviter ? nameOrEmail(inviter) : '' },
    hasAccount: account !== undefined,
    ...(viewer && { signedInAs: viewer.email }),
  }
}

async function findInvitation(db: Db, key: string) {
  const [found] = await db
    .select()
    .from(memberInvitation)
    .where(eq(memberInvitation.tokenHash, hashToken(key)))
  return found
}

/** One that never existed counts as revoked, and so does one whose link was replaced. */
function invitationState(invitation: Invitation | undefined) {
  if (!invitation || invitation.revokedAt) return 'revoked'
  if (invitation.acceptedAt) return 'used'
  return invitation.expiresAt <= new Date() ? 'expired' : 'open'
}

/** For someone who is signed in. This browser works in the agency from then on. */
export async function joinAgency(
  services: Pick<Services, 'limits' | 'database' | 'mailer' | 'env'>,
  agent: Agent,
  sessionHash: string,
  key: string,
  clientIp: string,
) {
  await services.limits.spendByAddress(attemptsPerAddress, clientIp)
  await services.database.db.transaction(async (tx) => {
    const { team, invitation } = await lockOpenInvitation(tx, key)
    if (agent.email !== invitation.email)
      throw forbidden(`This invitation is for ${invitation.email}. Sign in with that address to accept it.`)
    if (!agent.emailVerified)
      throw forbidden(
        'We need to confirm your email address first. Sign out, reset your password, then open this invitation again.',
      )
    await requireAccount(tx, agent)
    await addMember(services, tx, { team, invitation, joining: agent })
    await tx.update(session).set({ agencyId: team.id, lastActiveAt: now }).where(eq(session.tokenHash, sessionHash))
  })
}

/** Someone whose account is being erased at this moment does not join. The lock makes the erasure notice someone who has just joined. */
async function requireAccount(tx: Db, { id }: Agent) {
  const [open] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.archivedAt)))
    .for('no key update')
  if (!open) throw notSignedIn()
}

/** For someone without an account. The link proves the address. Returns the token of their session. */
export async function createMemberAccount(
  services: JoinServices,
  { password, ...invited }: NewMemberAccount,
  visit: SignInRequest,
) {
  const { limits, database } = services
  await limits.spendByAddress(attemptsPerAddress, visit.clientIp)
  // Looked up first, because hashing is expensive and the key may be made up.
  requireOpen(await findInvitation(database.db, invited.key))
  return createMember(services, invited, await hashPassword(password), visit)
}

/** The same for someone who signs in with Google or Microsoft, and has no password. `onCreated` links that. */
export async function createInvitedMember(
  services: JoinServices,
  invited: Invited,
  visit: SignInRequest,
  onCreated: OnCreated,
) {
  await services.limits.spendByAddress(attemptsPerAddress, visit.clientIp)
  return createMember(services, invited, NO_PASSWORD, visit, onCreated)
}

type JoinServices = Pick<Services, 'limits' | 'database' | 'mailer' | 'env'>
type Invited = Omit<NewMemberAccount, 'password'>
type OnCreated = (tx: Db, userId: string) => Promise<unknown>

/** They join in the transaction that creates them, so the trigger makes no agency of one for them. */
function createMember(
  services: JoinServices,
  { key, firstName, lastName }: Invited,
  password: string,
  visit: SignInRequest,
  onCreated?: OnCreated,
) {
  const { database, mailer, env } = services
  return database.db.transaction(async (tx) => {
    const { team, invitation } = await lockOpenInvitation(tx, key)
    const { email, invitedById } = invitation
    const [joining] = await tx
      .insert(user)
      .values({ email, emailVerified: true, password, firstName, lastName })
      .onConflictDoNothing()
      .returning()
    if (!joining) throw conflict('You already have an account. Sign in with it to accept the invitation.')
    const [colleague] = await tx
      .select({ timeZone: profile.timeZone })
      .from(profile)
      .where(eq(profile.userId, invitedById))
    await tx.insert(profile).values({ userId: joining.id, agencyName: team.name, ...colleague })
    await addMember(services, tx, { team, invitation, joining })
    await onCreated?.(tx, joining.id)
    await rememberDevice(tx, joining.id, visit.deviceToken, visit)
    await mailer.post(tx, { to: email, ...accountReadyEmail(env.APP_URL) })
    return openSession(tx, joining.id, visit)
  })
}

function requireOpen(invitation: Invitation | undefined) {
  const state = invitationState(invitation)
  if (!invitation || state !== 'open')
    throw invalidInput({ key: state }, 'This invitation no longer works. Ask for a new one.')
  return invitation
}

/** The agency first, as everywhere. Of several requests with one link, the first joins. */
async function lockOpenInvitation(tx: Db, key: string) {
  const { agencyId } = requireOpen(await findInvitation(tx, key))
  const team = await lockTeam(tx, agencyId)
  return { team, invitation: requireOpen(await findInvitation(tx, key)) }
}

interface Joining {
  team: Team
  invitation: Invitation
  joining: User
}

async function addMember(
  { mailer, env }: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  { team, invitation: { id, role, agentIds, invitedById }, joining }: Joining,
) {
  const { id: userId } = joining
  await tx.insert(member).values({ agencyId: team.id, userId, role })
  const agents = team.members.filter((one) => role === 'assistant' && agentIds.includes(one.id))
  for (const { id: agentId } of agents)
    await tx.insert(assistedAgent).values({ agencyId: team.id, assistantId: userId, agentId })
  await tx.update(memberInvitation).set({ acceptedAt: now }).where(eq(memberInvitation.id, id))
  await writeAudit(tx, { id: userId, agencyId: team.id }, 'member_joined', { role }, userId)
  const inviter = team.members.find((one) => one.id === invitedById)
  if (inviter)
    await mailer.post(tx, {
      to: inviter.email,
      ...joinedEmail({ agencyName: team.name, name: nameOrEmail(joining), role, appUrl: env.APP_URL }),
    })
}
