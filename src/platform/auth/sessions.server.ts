import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, frequentQuery } from '#db/client.server.ts'
import { knownDevice, profile, session, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import type { Role } from '#values/agencyValues.ts'
import { DAY_MS, MINUTE_MS } from '#values/time.ts'
import { readUserAgent } from '../events/userAgent.server.ts'
import { currentUserAgent } from '../http/currentRequest.server.ts'
import { hasSecondFactor, needsSecondStep } from './secondFactors.server.ts'

export const SESSION_DAYS = 30
/** Keeps "last used" accurate without a write on every click. */
const TOUCH_AFTER_MS = 60_000

/** For so long after a proof, sensitive changes ask for no other. */
const PROOF_MINUTES = 10

/** A user's place in the agency in which they work just now. */
export interface Membership {
  agencyId: string
  role: Role
  /** The agents whose listings are this member's own: themselves, or those whom an assistant assists. */
  actsFor: string[]
}
export type User = typeof user.$inferSelect
/** The signed-in user as a member of an agency. `subscriptionActive` is the agency's. */
export type Agent = User & Membership
export interface SignedInAgent {
  agent: Agent
  sessionHash: string
  /** Of the browser that the session is bound to. Null for one from before sessions were bound. */
  deviceHash: string | null
  /** Someone has proved in this browser, a few minutes ago, that they are the agent. */
  isProven: boolean
  /** The password alone is no proof that it is them. */
  needsSecondStep: boolean
  hasSecondFactor: boolean
  /** The agency requires a second factor by now, and the agent has none: nothing else is open until they add one. */
  needsSecondFactor: boolean
  /** Nobody was there for a while: nothing is open until someone proves that they are the agent. */
  isLocked: boolean
}

/** Cookies and emailed links are stored as this hash, so that a stolen table gives no access. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')

const sessionExpiry = () => new Date(Date.now() + SESSION_DAYS * DAY_MS)

export const storedUserAgent = (userAgent: string) => userAgent.slice(0, 300)

/** Bound to the browser that has the device token. Without one it is a session from before sessions were bound. */
export async function startSession(db: Db, userId: string, userAgent: string, deviceToken?: string) {
  const token = newToken()
  await db.insert(session).values({
    tokenHash: hashToken(token),
    userId,
    userAgent: storedUserAgent(userAgent),
    deviceHash: deviceToken ? hashToken(deviceToken) : null,
    provenAt: new Date(),
    lastActiveAt: new Date(),
    expiresAt: sessionExpiry(),
  })
  return token
}

/**
 * The agent of a valid session, which is extended. Someone who was removed from their only agency is signed in nowhere. A session that comes
 * without the cookie of its browser was copied, and ends (docs/decisions/0096).
 */
export async function findSession(db: Db, token: string, deviceToken?: string): Promise<SignedInAgent | undefined> {
  const tokenHash = hashToken(token)
  const deviceHash = deviceToken ? hashToken(deviceToken) : undefined
  const [found] = await sessionQuery(db).execute({ tokenHash, now: new Date() })
  if (!found) return undefined
  if (found.boundTo !== null && found.boundTo !== deviceHash) {
    await endCopiedSession(db, tokenHash)
    return undefined
  }
  if (found.isOver) {
    await db.delete(session).where(eq(session.tokenHash, tokenHash))
    return undefined
  }
  const boundTo = found.boundTo ?? (await bindSession(db, tokenHash, found.user.id, deviceHash))
  if (Date.now() - found.lastUsedAt.getTime() > TOUCH_AFTER_MS)
    await db
      .update(session)
      // One that can't be bound ends, at the latest, 30 days after the upgrade.
      .set({ lastUsedAt: new Date(), ...(boundTo && { expiresAt: sessionExpiry() }) })
      .where(eq(session.tokenHash, tokenHash))
  return {
    agent: describeMember(found),
    sessionHash: tokenHash,
    deviceHash: boundTo,
    isProven: found.provenAt !== null && Date.now() - found.provenAt.getTime() < PROOF_MINUTES * MINUTE_MS,
    needsSecondStep: found.needsSecondStep,
    hasSecondFactor: found.hasSecondFactor,
    needsSecondFactor: found.isRequired && !found.hasSecondFactor,
    isLocked: found.isLocked,
  }
}

/** For a session from before sessions were bound. Only to a browser in which the agent has signed in, so a thief can't bind it to theirs. */
async function bindSession(db: Db, tokenHash: string, userId: string, deviceHash: string | undefined) {
  if (!deviceHash) return null
  const isKnown = db
    .select({ one: sql`1` })
    .from(knownDevice)
    .where(and(eq(knownDevice.userId, userId), eq(knownDevice.tokenHash, deviceHash)))
  const bound = await db
    .update(session)
    .set({ deviceHash })
    .where(and(eq(session.tokenHash, tokenHash), isNull(session.deviceHash), exists(isKnown)))
    .returning({ id: session.publicId })
  return bound.length > 0 ? deviceHash : null
}

/** Whether the agency that the session works in has asked its members to sign in again by now, however much they use it. */
export const isSessionOver = sql<boolean>`coalesce(${session.createdAt} + make_interval(hours => ${agency.sessionHours}) <= now(), false)`

/** Of the rule of that agency and the agent's own, the stricter one counts. */
export const idleLockMinutes = sql<number | null>`least(${agency.idleLockMinutes}, ${profile.idleLockMinutes})`
const idleSince = sql`coalesce(${session.lastActiveAt}, ${session.lastUsedAt})`
const isLocked = sql<boolean>`(${session.lockedAt} is not null
  or coalesce(${idleSince} + make_interval(mins => ${idleLockMinutes}) <= now(), false))`

/** Someone has just proved in this browser that they are the agent, which also unlocks it. */
export async function markProven(db: Db, sessionHash: string) {
  await db
    .update(session)
    .set({ provenAt: new Date(), lastActiveAt: new Date(), lockedAt: null })
    .where(eq(session.tokenHash, sessionHash))
}

/** The agency in which a session works, as `findSession` finds it. */
export const sessionAgencyId = sql<string>`(select chosen."agencyId" from ${member} as chosen where chosen."userId" = ${session.userId}
  order by chosen."agencyId" is distinct from ${session.agencyId}, chosen."joinedAt", chosen."agencyId" limit 1)`

/** A user as a member of each of their agencies, of the one joined first at the beginning. `agencyName` tells several apart. */
export async function listMemberships(db: Db, userId: string) {
  const rows = await db
    .select({ user, ...membershipColumns, name: agency.name })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .leftJoin(payer, eq(payer.id, agency.payerId))
    .where(eq(user.id, userId))
    .orderBy(...membershipOrder)
  return rows.map(({ name, ...found }) => ({ agent: describeMember(found), agencyName: rows.length > 1 ? name : '' }))
}

/** A user as a member of an agency, of the one joined first unless another is given. */
export async function findMember(db: Db, userId: string, agencyId?: string): Promise<Agent | undefined> {
  const [found] = await db
    .select({ user, ...membershipColumns })
    .from(user)
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .leftJoin(payer, eq(payer.id, agency.payerId))
    .where(and(eq(user.id, userId), agencyId === undefined ? undefined : eq(member.agencyId, agencyId)))
    .orderBy(...membershipOrder)
    .limit(1)
  return found && describeMember(found)
}

const payer = alias(user, 'payer')
const membershipOrder = [asc(member.joinedAt), asc(member.agencyId)]
const membershipColumns = {
  agencyId: member.agencyId,
  role: member.role,
  assisted: sql<string[]>`array(select ${assistedAgent.agentId} from ${assistedAgent}
    where ${assistedAgent.agencyId} = ${member.agencyId} and ${assistedAgent.assistantId} = ${member.userId} order by 1)`,
  subscriptionActive: sql<boolean>`coalesce(${payer.subscriptionActive}, false)`,
}

/** Almost every request of the portal runs it. */
const sessionQuery = frequentQuery('find_session', (db) =>
  db
    .select({
      user,
      ...membershipColumns,
      lastUsedAt: session.lastUsedAt,
      provenAt: session.provenAt,
      needsSecondStep: needsSecondStep(user.id),
      hasSecondFactor: hasSecondFactor(user.id),
      isRequired: sql<boolean>`coalesce(${agency.secondFactorFrom} <= now(), false)`,
      boundTo: session.deviceHash,
      isOver: isSessionOver,
      isLocked,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .leftJoin(payer, eq(payer.id, agency.payerId))
    .leftJoin(profile, eq(profile.userId, session.userId))
    .where(
      and(
        eq(session.tokenHash, sql.placeholder('tokenHash')),
        gt(session.expiresAt, sql.placeholder('now')),
        isNull(user.archivedAt),
      ),
    )
    .orderBy(sql`${member.agencyId} is distinct from ${session.agencyId}`, ...membershipOrder)
    .limit(1),
)

interface FoundMember extends Omit<Membership, 'actsFor'> {
  user: User
  assisted: string[]
  subscriptionActive: boolean
}

const describeMember = ({
  user: { id, ...fields },
  agencyId,
  role,
  assisted,
  subscriptionActive,
}: FoundMember): Agent => ({
  ...fields,
  id,
  subscriptionActive,
  agencyId,
  role,
  actsFor: role === 'assistant' ? assisted : [id],
})

export async function revokeSessionByToken(db: Db, token: string) {
  await db.delete(session).where(eq(session.tokenHash, hashToken(token)))
}

/**
 * Someone sent a session's cookie without that of the browser it was opened in. Anyone with a copy loses it, and the agent signs in again:
 * that is once, and the copy would be valid for weeks. Of several requests at once, one ends it and is recorded.
 */
function endCopiedSession(db: Db, tokenHash: string) {
  return db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(session)
      .where(eq(session.tokenHash, tokenHash))
      .returning({ userId: session.userId })
    if (!ended) return
    const { browser, os } = readUserAgent(currentUserAgent() ?? '')
    const device = [browser, os && `on ${os}`].filter(Boolean).join(' ').slice(0, 100)
    await tx.insert(audit).values({ userId: ended.userId, action: 'session_copied', device: device || null })
  })
}
