import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { token, user } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { previousAddress } from '#db/schema/signInMethods.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { AppError } from '#platform/errors.ts'
import { maskedEmail } from '#platform/input/fieldSchemas.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { addressChangedEmail, addressChangeRequestedEmail, confirmAddressEmail } from '../../accounts.emails.tsx'
import type { EmailChange } from '../../accounts.schema.ts'
import { consumeToken, expiredLink, issueToken, voidTokensOfAddress } from './emailedTokens.server.ts'
import { requirePassword } from './passwords/passwordHashing.server.ts'

const changesPerAgent = { name: 'change_email', points: 5, seconds: 3600 }

/** Nothing changes until the new address confirms. The old address is notified while its owner can still stop the change. */
export async function requestEmailChange(
  services: Services,
  agent: User,
  { email, password }: EmailChange,
  clientIp: string,
) {
  const { database, mailer, limits, env } = services
  await requirePassword(services, agent, password, 'password')
  await limits.spend(changesPerAgent, agent.id)
  await requireEmailLimit(services, { to: email, recipient: 'unproven', clientIp })
  await database.db.transaction(async (tx) => {
    const value = await issueToken(tx, 'change_email', agent.id, email)
    await mailer.post(tx, { to: email, ...confirmAddressEmail(`${env.APP_URL}/portal/settings?confirmEmail=${value}`) })
    await mailer.post(tx, { to: agent.email, ...addressChangeRequestedEmail(maskedEmail(email), env.APP_URL) })
  })
}

/** The new address that has not been confirmed yet. */
export async function findPendingEmail(db: Db, agent: User) {
  const isWaiting = and(eq(token.userId, agent.id), isNull(token.usedAt), gt(token.expiresAt, new Date()))
  const [found] = await db
    .select({ subject: token.subject })
    .from(token)
    .where(and(eq(token.purpose, 'change_email'), isWaiting))
  return found?.subject ?? null
}

/**
 * Works only while the same agent is signed in, so a misdirected email is useless. Links sent to the old address stop working,
 * and that address is notified.
 */
export async function confirmEmailChange(
  { database: { db }, mailer }: Services,
  agent: User,
  value: string,
  deviceHash: string | null = null,
) {
  await db.transaction(async (tx) => {
    const { userId, subject } = await consumeToken(tx, 'change_email', value)
    if (userId !== agent.id || !subject) throw expiredLink()
    await tx
      .update(user)
      .set({ email: subject, emailVerified: true })
      .where(eq(user.id, agent.id))
      .catch((error) => {
        // The unique index decides, also when two agents confirm the same address at once.
        throw isUniqueViolation(error) ? addressInUse() : error
      })
    await moveOfficeEmail(tx, agent.id, agent.email, subject)
    await tx
      .insert(previousAddress)
      .values({ userId: agent.id, email: agent.email })
      .onConflictDoUpdate({ target: [previousAddress.userId, previousAddress.email], set: { replacedAt: new Date() } })
    await voidTokensOfAddress(tx, agent.id, deviceHash)
    await writeAudit(tx, { id: agent.id }, 'email_changed', {})
    await mailer.post(tx, { to: agent.email, ...addressChangedEmail(maskedEmail(subject)) })
  })
}

/** An office that gets its copies at this person's address gets them at the new one, so that they end when the person leaves. */
export const moveOfficeEmail = (tx: Db, userId: string, from: string, to: string) =>
  tx
    .update(agency)
    .set({ officeEmail: to })
    .where(
      and(
        eq(agency.officeEmail, from),
        inArray(agency.id, tx.select({ id: member.agencyId }).from(member).where(eq(member.userId, userId))),
      ),
    )

const addressInUse = () => new AppError('AddressInUse', 409, 'Another account already uses that email address.')
const UNIQUE_VIOLATION = '23505'

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === UNIQUE_VIOLATION) || isUniqueViolation(error.cause))
