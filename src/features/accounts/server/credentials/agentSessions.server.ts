import { and, desc, eq, gt, ne, not, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { knownDevice, session } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import {
  hashToken,
  isSessionOver,
  revokeSessionByToken,
  sessionAgencyId,
  startSession,
  storedUserAgent,
  type User,
} from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { describeDevice } from '#platform/events/userAgent.server.ts'

/** The browser that signs in. */
export interface SigningInBrowser {
  userAgent: string
  /** Identifies this browser for a year. Its sessions work together with it only. */
  deviceToken: string
  /** Its previous session, which ends: prevents session fixation. */
  oldToken?: string
}

/** Returns the token of a new session, for someone who has proven to be this agent. */
export async function openSession(tx: Db, agentId: string, { userAgent, deviceToken, oldToken }: SigningInBrowser) {
  if (oldToken) await revokeSessionByToken(tx, oldToken)
  await writeAudit(tx, { id: agentId }, 'signed_in', {})
  return startSession(tx, agentId, userAgent, deviceToken)
}

/** The agent's sessions, the most recently used first. */
export async function listSessions(db: Db, agent: User, currentHash: string) {
  const rows = await db
    .select({ session, name: knownDevice.name, place: knownDevice.place })
    .from(session)
    .innerJoin(agency, eq(agency.id, sessionAgencyId))
    .leftJoin(knownDevice, and(eq(knownDevice.userId, session.userId), eq(knownDevice.tokenHash, session.deviceHash)))
    .where(and(eq(session.userId, agent.id), gt(session.expiresAt, new Date()), not(isSessionOver)))
    .orderBy(desc(session.lastUsedAt))
  return rows.map(({ session: { publicId, userAgent, lastUsedAt, createdAt, tokenHash }, name, place }) => ({
    id: publicId,
    ...describeDevice(userAgent),
    /** What the agent calls it. Null for a session from before devices had names. */
    name,
    place: place ?? '',
    lastUsedAt,
    createdAt,
    isCurrent: tokenHash === currentHash,
  }))
}

/** An empty name brings back what the browser calls itself. */
export async function renameDevice(db: Db, agent: User, id: string, name: string) {
  const device = db
    .select({ hash: session.deviceHash })
    .from(session)
    .where(and(eq(session.userId, agent.id), eq(session.publicId, id)))
  const renamed = await db
    .update(knownDevice)
    .set({ name })
    .where(and(eq(knownDevice.userId, agent.id), eq(knownDevice.tokenHash, device)))
    .returning({ userId: knownDevice.userId })
  if (renamed.length === 0) throw notFound()
}

export async function revokeSession(db: Db, agent: User, id: string) {
  if ((await endSessions(db, agent, eq(session.publicId, id))) === 0) throw notFound()
}

export const revokeOtherSessions = (db: Db, agent: User, currentHash: string) =>
  endSessions(db, agent, ne(session.tokenHash, currentHash))

const endSessions = (db: Db, agent: User, which: SQL) =>
  db.transaction(async (tx) => {
    const ended = await tx
      .delete(session)
      .where(and(eq(session.userId, agent.id), which))
      .returning({ id: session.publicId })
    if (ended.length > 0) await writeAudit(tx, { id: agent.id }, 'sessions_ended', { sessions: ended.length })
    return ended.length
  })

/** What a browser says about itself, and from where. */
interface SeenDevice {
  userAgent?: string
  place?: string
}

/**
 * Records that the agent has used this browser. Returns true if it is new and the agent has used others before: of two sign-ins at once, one is told so.
 */
export async function rememberDevice(db: Db, userId: string, deviceToken: string, seen: SeenDevice = {}) {
  const tokenHash = hashToken(deviceToken)
  const latest = { userAgent: storedUserAgent(seen.userAgent ?? ''), place: seen.place ?? '' }
  const knownCount = await db.$count(knownDevice, eq(knownDevice.userId, userId))
  const added = await db
    .insert(knownDevice)
    .values({ userId, tokenHash, ...latest })
    .onConflictDoNothing()
    .returning({ userId: knownDevice.userId })
  if (added.length > 0) return knownCount > 0
  await db
    .update(knownDevice)
    .set(latest)
    .where(and(eq(knownDevice.userId, userId), eq(knownDevice.tokenHash, tokenHash)))
  return false
}
