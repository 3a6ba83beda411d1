import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { session, user } from '#db/schema/accounts.ts'
import { DAY_MS } from '#durations.ts'

export const SESSION_DAYS = 30
/** Keeps "last used" accurate without a write on every click. */
const TOUCH_AFTER_MS = 60_000

export type Agent = typeof user.$inferSelect
export interface SignedInAgent {
  agent: Agent
  sessionHash: string
}

/** Cookies and emailed links are stored as this hash, so that a stolen table gives no access. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')

const sessionExpiry = () => new Date(Date.now() + SESSION_DAYS * DAY_MS)

export async function startSession(db: Db, userId: string, userAgent: string) {
  const token = newToken()
  await db
    .insert(session)
    .values({ tokenHash: hashToken(token), userId, userAgent: userAgent.slice(0, 300), expiresAt: sessionExpiry() })
  return token
}

/** The agent of a valid session, which is extended. */
export async function findSession(db: Db, token: string): Promise<SignedInAgent | undefined> {
  const tokenHash = hashToken(token)
  const [found] = await db
    .select({ agent: user, lastUsedAt: session.lastUsedAt })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(eq(session.tokenHash, tokenHash), gt(session.expiresAt, new Date()), isNull(user.archivedAt)))
  if (!found) return undefined
  if (Date.now() - found.lastUsedAt.getTime() > TOUCH_AFTER_MS)
    await db
      .update(session)
      .set({ lastUsedAt: new Date(), expiresAt: sessionExpiry() })
      .where(eq(session.tokenHash, tokenHash))
  return { agent: found.agent, sessionHash: tokenHash }
}

export async function revokeSessionByToken(db: Db, token: string) {
  await db.delete(session).where(eq(session.tokenHash, hashToken(token)))
}
