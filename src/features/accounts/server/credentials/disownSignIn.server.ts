import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { knownDevice, profile, session, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { pushSubscription } from '#db/schema/notifications.ts'
import { authenticator, passkey, previousAddress, recoveryCode } from '#db/schema/signInMethods.ts'
import type { AuditEntry } from '#features/audit/audit.schema.ts'
import { describeEntries, entryColumns } from '#features/audit/audit.server.ts'
import { type AuditAction, auditCategories } from '#features/audit/auditActions.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { findMember, type User } from '#platform/auth/sessions.server.ts'
import { describeDevice } from '#platform/events/userAgent.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import { maskedEmail } from '#platform/input/fieldSchemas.ts'
import type { Services } from '#platform/services.server.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { addressChangedEmail, signInDisownedEmail } from '../../accounts.emails.tsx'
import { endRecovery } from '../secondFactor/accountRecovery.server.ts'
import { lockUser } from '../secondFactor/authenticators.server.ts'
import { endUserPendingSignIns } from '../secondFactor/pendingSignIns.server.ts'
import { moveOfficeEmail } from './changeEmail.server.ts'
import { consumeToken, expiredLink, findToken, issueToken, requireToken, voidTokens } from './emailedTokens.server.ts'
import { NO_PASSWORD } from './passwords/passwordHashing.server.ts'

const linksPerAddress = { name: 'not_me_link', points: 60, seconds: 3600 }
const attempts = { name: 'not_me_token', points: 5, seconds: 15 * 60 }

/** What a thief would do first. */
const shownActions: AuditAction[] = [
  ...auditCategories.access.filter((action) => !['signed_in', 'sign_in_failed', 'reset_requested'].includes(action)),
  ...auditCategories.downloads,
  ...auditCategories.agency,
  ...auditCategories.erasures,
]
const MAX_SHOWN = 20

/** What the page behind "This wasn't me" shows. Reading it changes nothing: email scanners open links too. */
export async function readSignInToDisown({ database: { db }, limits }: Services, value: string, clientIp: string) {
  await limits.spendByAddress(linksPerAddress, clientIp)
  const found = await findToken(db, 'not_me', value)
  if (!found) return { state: 'expired' as const }
  if (found.usedAt) return { state: 'used' as const }
  const [device] = await db
    .select()
    .from(knownDevice)
    .where(and(eq(knownDevice.userId, found.userId), eq(knownDevice.tokenHash, found.subject ?? '')))
  return {
    state: 'open' as const,
    device: describeDevice(device?.userAgent ?? '').device,
    place: device?.place ?? '',
    at: found.createdAt,
    timeZone: await readTimeZone(db, found.userId),
    changes: await listChangesSince(db, found.userId, found.createdAt),
  }
}

async function readTimeZone(db: Db, userId: string) {
  const [found] = await db.select({ timeZone: profile.timeZone }).from(profile).where(eq(profile.userId, userId))
  return found?.timeZone ?? DEFAULT_TIME_ZONE
}

/** What was done in the account since that sign-in, on any device. */
async function listChangesSince(db: Db, userId: string, since: Date): Promise<AuditEntry[]> {
  const agent = await findMember(db, userId)
  if (!agent) return []
  const rows = await db
    .select(entryColumns)
    .from(audit)
    .where(and(eq(audit.userId, userId), gt(audit.at, since), inArray(audit.action, shownActions)))
    .orderBy(asc(audit.at))
    .limit(MAX_SHOWN)
  return (await describeEntries(db, agent, rows)).map(({ row: _, ...entry }) => entry)
}

/**
 * Ends every session, forgets every device, and takes back what lets a thief in again (docs/decisions/0096). Anyone with the link has the inbox of the
 * account, so the answer is a link to a new password, which is emailed as well.
 */
export async function disownSignIn(services: Services, value: string, clientIp: string) {
  const { database, limits, mailer, env } = services
  const address = rateLimitKey(clientIp)
  await limits.spend(attempts, address)
  const { userId } = await requireToken(database.db, 'not_me', value)
  const resetToken = await database.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const { createdAt: since } = await consumeToken(tx, 'not_me', value)
    const [agent] = await tx.select().from(user).where(eq(user.id, userId))
    if (!agent || agent.archivedAt) throw expiredLink()
    for (const table of [session, knownDevice, pushSubscription]) await tx.delete(table).where(eq(table.userId, userId))
    await endUserPendingSignIns(tx, userId)
    await endRecovery(services, tx, agent)
    await voidTokens(tx, 'change_email', userId)
    for (const table of [passkey, authenticator, recoveryCode])
      await tx.delete(table).where(and(eq(table.userId, userId), gt(table.createdAt, since)))
    const email = await restoreAddress(services, tx, agent, since)
    await tx.update(user).set({ password: NO_PASSWORD }).where(eq(user.id, userId))
    await writeAudit(tx, { id: userId }, 'sign_in_disowned', {})
    const token = await issueToken(tx, 'reset_password', userId)
    await mailer.post(tx, { to: email, ...signInDisownedEmail(`${env.APP_URL}/reset-password/${token}`) })
    return token
  })
  await limits.forgive(attempts, address)
  return { resetToken }
}

/** The address that the link was sent to, if another has replaced it since. Returns the one that the account has now. */
async function restoreAddress({ mailer }: Services, tx: Db, agent: User, since: Date) {
  const [previous] = await tx
    .select()
    .from(previousAddress)
    .where(and(eq(previousAddress.userId, agent.id), gt(previousAddress.replacedAt, since)))
    .orderBy(asc(previousAddress.replacedAt))
    .limit(1)
  const isTaken = previous && (await tx.$count(user, eq(user.email, previous.email))) > 0
  if (!previous || isTaken) return agent.email
  await tx.update(user).set({ email: previous.email, emailVerified: true }).where(eq(user.id, agent.id))
  await moveOfficeEmail(tx, agent.id, agent.email, previous.email)
  await tx
    .delete(previousAddress)
    .where(and(eq(previousAddress.userId, agent.id), gt(previousAddress.replacedAt, since)))
  await mailer.post(tx, { to: agent.email, ...addressChangedEmail(maskedEmail(previous.email)) })
  return previous.email
}
