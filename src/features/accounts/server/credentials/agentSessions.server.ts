import { and, desc, eq, gt, ne, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { knownDevice, session } from '#db/schema/accounts.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { hashToken, revokeSessionByToken, startSession, type User } from '#platform/auth/sessions.server.ts'
import { notFound } from '#platform/errors.ts'
import { describeDevice } from '#platform/events/userAgent.server.ts'

/** The browser that signs in. */
export interface SigningInBrowser {
  userAgent: string
  /** Its previous session, which ends: prevents session fixation. */
  oldToken?: string
}

/** Returns the token of a new session, for someone who has proven to be this agent. */
export async function openSession(tx: Db, agentId: string, { userAgent, oldToken }: SigningInBrowser) {
  if (oldToken) await revokeSessionByToken(tx, oldToken)
  await writeAudit(tx, { id: agentId }, 'signed_in', {})
  return startSession(tx, agentId, userAgent)
}

/** The agent's sessions, the most recently used first. */
export async function listSessions(db: Db, agent: User, currentHash: string) {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.userId, agent.id), gt(session.expiresAt, new Date())))
    .orderBy(desc(session.lastUsedAt))
  return rows.map(({ publicId, userAgent, lastUsedAt, createdAt, tokenHash }) => ({
    id: publicId,
    ...describeDevice(userAgent),
    lastUsedAt,
    createdAt,
    isCurrent: tokenHash === currentHash,
  }))
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

/** Records that the agent has used this browser. Returns true if it is new and the agent has used others before. */
export async function rememberDevice(db: Db, userId: string, deviceToken: string) {
  const tokenHash = hashToken(deviceToken)
  const knownCount = await db.$count(knownDevice, eq(knownDevice.userId, userId))
  const [added] = await db.insert(knownDevice).values({ userId, tokenHash }).onConflictDoNothing().returning()
  return knownCount > 0 && added !== undefined
}
