import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { profile, session } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import type { Agent, SignedInAgent } from '#platform/auth/sessions.server.ts'
import type { ActivityReport, IdleLockInput } from '../../devices.schema.ts'

/** After how long this browser locks, by whose rule, and how long nobody has been there. Also for a locked session: it says no more. */
export async function readIdleLock(db: Db, { agent, sessionHash, isLocked }: SignedInAgent) {
  const [found] = await db
    .select({
      agencyMinutes: agency.idleLockMinutes,
      agencyName: agency.name,
      ownMinutes: profile.idleLockMinutes,
      idleSeconds: sql<number>`extract(epoch from now() - coalesce(${session.lastActiveAt}, ${session.lastUsedAt}))::int`,
    })
    .from(session)
    .innerJoin(agency, eq(agency.id, agent.agencyId))
    .leftJoin(profile, eq(profile.userId, agent.id))
    .where(eq(session.tokenHash, sessionHash))
  const { agencyMinutes = null, agencyName = '', ownMinutes = null, idleSeconds = 0 } = found ?? {}
  const set = [agencyMinutes, ownMinutes].filter((one) => one !== null)
  const minutes = set.length > 0 ? Math.min(...set) : null
  return { isLocked, minutes, agencyMinutes, agencyName, ownMinutes, idleSeconds: Math.max(0, idleSeconds) }
}

/** An agent's own rule. It counts on every device from now on, and nobody is locked out of what they are doing. */
export const saveIdleLock = (db: Db, { id }: Agent, { minutes }: IdleLockInput) =>
  db.transaction(async (tx) => {
    await tx
      .insert(profile)
      .values({ userId: id, idleLockMinutes: minutes })
      .onConflictDoUpdate({ target: profile.userId, set: { idleLockMinutes: minutes, updatedAt: now } })
    await tx.update(session).set({ lastActiveAt: now }).where(eq(session.userId, id))
  })

/** Nothing is open in this session until someone proves that they are the agent. */
export async function lockSession(db: Db, sessionHash: string) {
  await db
    .update(session)
    .set({ lockedAt: sql`coalesce(${session.lockedAt}, now())` })
    .where(eq(session.tokenHash, sessionHash))
}

/** Someone was at the browser. Only input counts: calls alone, such as those that look for news, don't keep a session open. */
export async function reportActivity(db: Db, sessionHash: string, { secondsAgo }: ActivityReport) {
  await db
    .update(session)
    .set({ lastActiveAt: sql`greatest(${session.lastActiveAt}, now() - make_interval(secs => ${secondsAgo}))` })
    .where(eq(session.tokenHash, sessionHash))
}
