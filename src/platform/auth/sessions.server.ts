import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.server.ts'
import { session, user } from '#db/schema/accounts.ts'
import { agency, assistedAgent, member } from '#db/schema/agencies.ts'
import type { Role } from '#values/agencyValues.ts'
import { DAY_MS, MINUTE_MS } from '#values/durations.ts'
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
  /** Someone has proved in this browser, a few minutes ago, that they are the agent. */
  isProven: boolean
  /** The password alone is no proof that it is them. */
  needsSecondStep: boolean
  hasSecondFactor: boolean
  /** The agency requires a second factor by now, and the agent has none: nothing else is open until they add one. */
  needsSecondFactor: boolean
}

/** Cookies and emailed links are stored as this hash, so that a stolen table gives no access. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')

const sessionExpiry = () => new Date(Date.now() + SESSION_DAYS * DAY_MS)

export async function startSession(db: Db, userId: string, userAgent: string) {
  const token = newToken()
  await db.insert(session).values({
    tokenHash: hashToken(token),
    userId,
    userAgent: userAgent.slice(0, 300),
    provenAt: new Date(),
    expiresAt: sessionExpiry(),
  })
  return token
}

/** The agent of a valid session, which is extended. Someone who was removed from their only agency is signed in nowhere. */
export async function findSession(db: Db, token: string): Promise<SignedInAgent | undefined> {
  const tokenHash = hashToken(token)
  const [found] = await db
    .select({
      user,
      ...membershipColumns,
      lastUsedAt: session.lastUsedAt,
      provenAt: session.provenAt,
      needsSecondStep: needsSecondStep(user.id),
      hasSecondFactor: hasSecondFactor(user.id),
      isRequired: sql<boolean>`coalesce(${agency.secondFactorFrom} <= now(), false)`,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .innerJoin(member, eq(member.userId, user.id))
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .leftJoin(payer, eq(payer.id, agency.payerId))
    .where(and(eq(session.tokenHash, tokenHash), gt(session.expiresAt, new Date()), isNull(user.archivedAt)))
    .orderBy(sql`${member.agencyId} is distinct from ${session.agencyId}`, ...membershipOrder)
    .limit(1)
  if (!found) return undefined
  if (Date.now() - found.lastUsedAt.getTime() > TOUCH_AFTER_MS)
    await db
      .update(session)
      .set({ lastUsedAt: new Date(), expiresAt: sessionExpiry() })
      .where(eq(session.tokenHash, tokenHash))
  return {
    agent: describeMember(found),
    sessionHash: tokenHash,
    isProven: found.provenAt !== null && Date.now() - found.provenAt.getTime() < PROOF_MINUTES * MINUTE_MS,
    needsSecondStep: found.needsSecondStep,
    hasSecondFactor: found.hasSecondFactor,
    needsSecondFactor: found.isRequired && !found.hasSecondFactor,
  }
}

/** Someone has just proved in this browser that they are the agent. */
export async function markProven(db: Db, sessionHash: string) {
  await db.update(session).set({ provenAt: new Date() }).where(eq(session.tokenHash, sessionHash))
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
