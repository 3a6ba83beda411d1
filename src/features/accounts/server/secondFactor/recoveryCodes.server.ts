import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { recoveryCode } from '#db/schema/signInMethods.ts'
import { hasAuthenticator } from '#platform/auth/secondFactors.server.ts'
import { RECOVERY_CODE_COUNT } from '../../secondFactor/secondFactor.schema.ts'

/** A code has 80 random bits, so nobody finds one from its hash. */
const hashRecoveryCode = (userId: string, code: string) =>
  createHash('sha256').update(`${userId} ${code}`).digest('hex')

/** Ten new codes in place of the earlier ones. They are shown once: only hashes are stored. */
export async function replaceRecoveryCodes(tx: Db, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, shortRandomId)
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code) })))
  return codes
}

/** Atomic: when several requests use a code at the same moment, one succeeds. */
export async function spendRecoveryCode(tx: Db, userId: string, code: string) {
  const isCode = and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, hashRecoveryCode(userId, code)))
  const spent = await tx
    .update(recoveryCode)
    .set({ usedAt: new Date() })
    .where(and(isCode, isNull(recoveryCode.usedAt)))
    .returning()
  return spent.length > 0
}

export const countRecoveryCodes = (db: Db, userId: string) =>
  db.$count(recoveryCode, and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)))

/** When nothing is left that they stand in for. */
export async function forgetRecoveryCodes(tx: Db, userId: string) {
  await tx.delete(recoveryCode).where(and(eq(recoveryCode.userId, userId), sql`not ${hasAuthenticator(userId)}`))
}
