import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { Db } from '#db/client.server.ts'
import { ago } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { authenticator } from '#db/schema/signInMethods.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { hasSecondFactor } from '#platform/auth/secondFactors.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { createSeal } from '#platform/secrets/seal.server.ts'
import type { Services } from '#platform/services.server.ts'
import { qrPath, qrSquares } from '#ui/display/qrCode.ts'
import { HOUR_MS } from '#values/time.ts'
import { authenticatorAddedEmail, authenticatorRemovedEmail } from '../../secondFactor/secondFactor.emails.tsx'
import { MAX_AUTHENTICATORS, type NewAuthenticator } from '../../secondFactor/secondFactor.schema.ts'
import { countRecoveryCodes, forgetRecoveryCodes, replaceRecoveryCodes } from './recoveryCodes.server.ts'

const ISSUER = 'Property Files'
const STEP_SECONDS = 30
/** Clocks of phones differ: the code before and the code after the current one are right, too. */
const TOLERATED_STEPS = 1
/** What RFC 4226 recommends for SHA-1, which is all that most apps can do. */
const SECRET_BYTES = 20
const codeAttempts = { name: 'authenticator_code', points: 10, seconds: 15 * 60 }

const SealedSecret = z.object({ secret: z.string() })
type SealingServices = Pick<Services, 'env'>
const sealFor = ({ env }: SealingServices) => createSeal(env.APP_SECRET, 'authenticator secret')

const isOf = (userId: string) => eq(authenticator.userId, userId)
const isConfirmed = isNotNull(authenticator.confirmedAt)
const isRecent = gt(authenticator.createdAt, ago(HOUR_MS))

export const listAuthenticators = (db: Db, userId: string) =>
  db
    .select({
      id: authenticator.id,
      name: authenticator.name,
      confirmedAt: authenticator.confirmedAt,
      lastUsedAt: authenticator.lastUsedAt,
    })
    .from(authenticator)
    .where(and(isOf(userId), isConfirmed))
    .orderBy(asc(authenticator.confirmedAt), asc(authenticator.id))

/** A new secret for an app. It counts once the app has shown a right code. An earlier one that was never confirmed is dropped. */
export async function startAuthenticator(services: Services, agent: User) {
  const secret = new Secret({ size: SECRET_BYTES })
  const id = await services.database.db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    if ((await tx.$count(authenticator, and(isOf(agent.id), isConfirmed))) >= MAX_AUTHENTICATORS)
      throw conflict(`You can have up to ${MAX_AUTHENTICATORS} authenticator apps. Remove one first.`)
    await tx.delete(authenticator).where(and(isOf(agent.id), isNull(authenticator.confirmedAt)))
    const sealedSecret = sealFor(services).close({ secret: secret.base32 })
    const [added] = await tx.insert(authenticator).values({ userId: agent.id, sealedSecret }).returning()
    return added?.id ?? ''
  })
  const squares = qrSquares(totpFor(secret, agent.email).toString())
  return { id, secret: secret.base32, qr: { path: qrPath(squares), size: squares.length } }
}

/** Returns the recovery codes that the first one comes with. */
export async function confirmAuthenticator(services: Services, agent: User, { id, name, code }: NewAuthenticator) {
  const { limits, database, mailer, env } = services
  await limits.spend(codeAttempts, agent.id)
  const codes = await database.db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    const isWaiting = and(eq(authenticator.id, id), isOf(agent.id), isNull(authenticator.confirmedAt), isRecent)
    const [found] = await tx.select().from(authenticator).where(isWaiting)
    if (!found) throw notFound()
    const step = findStep(services, found.sealedSecret, code)
    if (step === undefined) throw wrongCode()
    const at = new Date()
    await tx
      .update(authenticator)
      .set({ name, confirmedAt: at, lastUsedAt: at, lastUsedStep: step })
      .where(eq(authenticator.id, id))
    await writeAudit(tx, { id: agent.id }, 'authenticator_added', {})
    await mailer.post(tx, { to: agent.email, ...authenticatorAddedEmail(name, env.APP_URL) })
    return (await countRecoveryCodes(tx, agent.id)) === 0 ? replaceRecoveryCodes(tx, agent.id) : null
  })
  await limits.forgive(codeAttempts, agent.id)
  return codes
}

/** With the last second factor go the recovery codes, which stand in for it. */
export async function removeAuthenticator({ database, mailer, env }: Services, agent: User, id: string) {
  await database.db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    const [removed] = await tx
      .delete(authenticator)
      .where(and(eq(authenticator.id, id), isOf(agent.id), isConfirmed))
      .returning()
    if (!removed) throw notFound()
    await requireSecondFactorLeft(tx, agent.id)
    await forgetRecoveryCodes(tx, agent.id)
    await writeAudit(tx, { id: agent.id }, 'authenticator_removed', {})
    await mailer.post(tx, { to: agent.email, ...authenticatorRemovedEmail(removed.name, env.APP_URL) })
  })
}

/** The last second factor, an app or a passkey, stays while an agency requires one. */
export async function requireSecondFactorLeft(tx: Db, userId: string) {
  const [requiring] = await tx
    .select({ name: agency.name })
    .from(member)
    .innerJoin(agency, eq(agency.id, member.agencyId))
    .where(and(eq(member.userId, userId), isNotNull(agency.secondFactorFrom), sql`not ${hasSecondFactor(userId)}`))
  if (requiring)
    throw conflict(`${requiring.name || 'Your agency'} requires two-step sign-in. Add an app or a passkey first.`)
}

/** Whether one of the user's apps shows this code now, and it was not used before. Of several requests with one code, one succeeds. */
export async function spendAuthenticatorCode(tx: Db, services: SealingServices, userId: string, code: string) {
  const apps = await tx
    .select()
    .from(authenticator)
    .where(and(isOf(userId), isConfirmed))
  for (const { id, sealedSecret } of apps) {
    const step = findStep(services, sealedSecret, code)
    if (step === undefined) continue
    const isNewer = or(isNull(authenticator.lastUsedStep), lt(authenticator.lastUsedStep, step))
    const spent = await tx
      .update(authenticator)
      .set({ lastUsedStep: step, lastUsedAt: new Date() })
      .where(and(eq(authenticator.id, id), isNewer))
      .returning()
    if (spent.length > 0) return true
  }
  return false
}

export const wrongCode = () =>
  invalidInput({ code: 'That code isn’t right. Codes change every 30 seconds, and each one works once.' })

const totpFor = (secret: Secret, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** The 30 seconds in which the app shows this code. */
function findStep(services: SealingServices, sealedSecret: string, code: string) {
  const { secret } = SealedSecret.parse(sealFor(services).open(sealedSecret))
  const totp = totpFor(Secret.fromBase32(secret), '')
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: TOLERATED_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Before anything else about a user's second factors: consistent lock order prevents deadlocks. */
export const lockUser = (tx: Db, userId: string) =>
  tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('update')
