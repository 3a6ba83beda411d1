import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { session } from '#db/schema/session.ts'
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
  const ended = await db
    .delete(session)
    .where(and(eq(session.userId, agent.id), eq(session.publicId, id)))
    .returning()
  if (ended.length === 0) throw notFound()
}

export const endOtherSessions = (db: Db, agent: Agent, currentHash: string) =>
  db.delete(session).where(and(eq(session.userId, agent.id), ne(session.tokenHash, currentHash)))
