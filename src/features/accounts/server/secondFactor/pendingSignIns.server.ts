import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { pendingSignIn } from '#db/schema/signInMethods.ts'
import { hashToken, newToken } from '#platform/auth/sessions.server.ts'
import type { NewIdentity } from '#values/identityProviders.ts'
import { MINUTE_MS } from '#values/time.ts'
import { SECOND_STEP_MINUTES } from '../../secondFactor/secondFactor.schema.ts'

/** The two cookies of a browser that has entered the right password. */
export interface PendingBrowser {
  pendingToken?: string
  deviceToken: string
}

/**
 * The password was right, or Google or Microsoft has said who it is. Returns a token that only this browser can finish signing in with. `identity`
 * is linked then.
 */
export async function startPendingSignIn(tx: Db, userId: string, deviceToken: string, identity?: NewIdentity) {
  const token = newToken()
  await tx.insert(pendingSignIn).values({
    tokenHash: hashToken(token),
    userId,
    deviceHash: hashToken(deviceToken),
    identity,
    expiresAt: new Date(Date.now() + SECOND_STEP_MINUTES * MINUTE_MS),
  })
  return token
}

const isPending = (pendingToken: string, deviceToken: string) =>
  and(
    eq(pendingSignIn.tokenHash, hashToken(pendingToken)),
    eq(pendingSignIn.deviceHash, hashToken(deviceToken)),
    gt(pendingSignIn.expiresAt, new Date()),
  )

/** Whose sign-in it is. */
export async function findPendingAgent(db: Db, { pendingToken, deviceToken }: PendingBrowser) {
  if (!pendingToken) return undefined
  const [found] = await db
    .select({ agent: user })
    .from(pendingSignIn)
    .innerJoin(user, eq(user.id, pendingSignIn.userId))
    .where(isPending(pendingToken, deviceToken))
  return found?.agent.archivedAt ? undefined : found?.agent
}

/** Atomic: returns nothing if it was no longer pending. */
export async function endPendingSignIn(tx: Db, { pendingToken, deviceToken }: PendingBrowser) {
  const [ended] = await tx
    .delete(pendingSignIn)
    .where(isPending(pendingToken ?? '', deviceToken))
    .returning()
  return ended
}

/** For when the password changes: they were started with the old one. */
export const endUserPendingSignIns = (tx: Db, userId: string) =>
  tx.delete(pendingSignIn).where(eq(pendingSignIn.userId, userId))
