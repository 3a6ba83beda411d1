import { and, desc, eq, gt, ne, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { session } from '#db/schema/session.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import { notFound } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'
import { describeDevice } from './device.server.ts'

/** Where the agent is signed in, the most recently used first. */
export async function listSessions(db: Db, agent: Agent, currentHash: string) {
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

export async function endSession(db: Db, agent: Agent, id: string) {
  if ((await endSessions(db, agent, eq(session.publicId, id))) === 0) throw notFound()
}

export const endOtherSessions = (db: Db, agent: Agent, currentHash: string) =>
  endSessions(db, agent, ne(session.tokenHash, currentHash))

const endSessions = (db: Db, agent: Agent, which: SQL) =>
  db.transaction(async (tx) => {
    const ended = await tx
      .delete(session)
      .where(and(eq(session.userId, agent.id), which))
      .returning({ id: session.publicId })
    if (ended.length > 0) await writeAudit(tx, agent.id, 'sessions_ended', { sessions: ended.length })
    return ended.length
  })
