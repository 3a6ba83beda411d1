import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { token } from '#db/schema/accounts.ts'
import { hashToken, newToken } from '#platform/auth/sessions.server.ts'
import { invalidInput } from '#platform/errors.ts'
import { HOUR_MS } from '#values/time.ts'

type TokenPurpose = (typeof token.$inferSelect)['purpose']

/** Links that set a password: the first one of an account, or another. */
export const passwordPurposes: TokenPurpose[] = ['create_password', 'reset_password']

/** The same error whether a link never existed, was used, or has expired. */
export const expiredLink = () =>
  invalidInput({ token: 'expired' }, 'This link has expired or has already been used. Please ask for a new one.')

/** Of these, someone may need several at once: each is about a checkout, or a device, of its own. */
const bySubject: TokenPurpose[] = ['confirm_checkout', 'not_me']

/** Older links with the same purpose stop working, or those about the same subject. */
export async function issueToken(
  tx: Db,
  purpose: TokenPurpose,
  userId: string,
  subject?: string,
  lifetimeMs = HOUR_MS,
) {
  if (purpose === 'create_password') await expireInvitations(tx, userId)
  else await voidTokens(tx, purpose, userId, bySubject.includes(purpose) ? subject : undefined)
  const value = newToken()
  await tx
    .insert(token)
    .values({ tokenHash: hashToken(value), purpose, userId, subject, expiresAt: new Date(Date.now() + lifetimeMs) })
  return value
}

export const voidTokens = (tx: Db, purpose: TokenPurpose, userId: string, subject?: string) =>
  tx
    .delete(token)
    .where(and(eq(token.purpose, purpose), eq(token.userId, userId), subject ? eq(token.subject, subject) : undefined))

/**
 * For when the account's address changes: links sent to the old address must stop working. But the one that says of the device in use "This wasn't
 * me" goes on, because changing the address is what a thief does next.
 */
export const voidTokensOfAddress = (tx: Db, userId: string, deviceHash: string | null = null) =>
  tx
    .delete(token)
    .where(
      and(
        eq(token.userId, userId),
        deviceHash === null ? undefined : or(ne(token.purpose, 'not_me'), ne(token.subject, deviceHash)),
      ),
    )

/** An invitation creates the first password. It is kept when it no longer works: its page says why, and can send a new one. */
export async function findFirstPasswordToken(db: Db, value: string) {
  const [found] = await db
    .select()
    .from(token)
    .where(and(eq(token.tokenHash, hashToken(value)), eq(token.purpose, 'create_password')))
  return found
}

const isInvitationOf = (userId: string) => and(eq(token.purpose, 'create_password'), eq(token.userId, userId))

const expireInvitations = (tx: Db, userId: string) =>
  tx
    .update(token)
    .set({ expiresAt: new Date() })
    .where(and(isInvitationOf(userId), gt(token.expiresAt, new Date())))

/** For when the account has a password. */
export const closeFirstPasswordTokens = (tx: Db, userId: string) =>
  tx.update(token).set({ usedAt: new Date() }).where(isInvitationOf(userId))

const isUsable = (purposes: TokenPurpose[], value: string) =>
  and(
    eq(token.tokenHash, hashToken(value)),
    inArray(token.purpose, purposes),
    isNull(token.usedAt),
    gt(token.expiresAt, new Date()),
  )

/** Also one that was used, until it would have expired. */
export async function findToken(db: Db, purpose: TokenPurpose, value: string) {
  const [found] = await db
    .select()
    .from(token)
    .where(and(eq(token.tokenHash, hashToken(value)), eq(token.purpose, purpose), gt(token.expiresAt, new Date())))
  return found
}

export async function requireToken(db: Db, purpose: TokenPurpose | TokenPurpose[], value: string) {
  const [found] = await db
    .select()
    .from(token)
    .where(isUsable([purpose].flat(), value))
  if (!found) throw expiredLink()
  return found
}

/** Atomic: when several requests use a link at the same moment, one succeeds. */
export async function consumeToken(tx: Db, purpose: TokenPurpose | TokenPurpose[], value: string) {
  const [used] = await tx
    .update(token)
    .set({ usedAt: new Date() })
    .where(isUsable([purpose].flat(), value))
    .returning()
  if (!used) throw expiredLink()
  return used
}
