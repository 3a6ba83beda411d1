import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { session, user } from '#db/schema/accounts.ts'
import { writeAudit, writeHourlyAudit } from '#features/audit/writeAudit.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { requireHuman } from '#platform/botCheck/botCheck.server.ts'
import { rateLimitKey } from '#platform/http/ipAddresses.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { mayEmailVisitor } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { accountReadyEmail, passwordChangedEmail, passwordResetEmail } from '../../../accounts.emails.tsx'
import type { PasswordChange, PasswordReset, ResetRequest } from '../../../accounts.schema.ts'
import { endUserPendingSignIns } from '../../secondFactor/pendingSignIns.server.ts'
import { openSession, revokeOtherSessions } from '../agentSessions.server.ts'
import {
  closeFirstPasswordTokens,
  consumeToken,
  issueToken,
  passwordPurposes,
  requireToken,
  voidTokens,
} from '../emailedTokens.server.ts'
import { notifyOfNewBrowser, type SignInRequest } from '../signIn.server.ts'
import { hashPassword, requirePassword } from './passwordHashing.server.ts'

const requestsPerAddress = { name: 'reset_request_address', points: 20, seconds: 3600 }
const tokenAttempts = { name: 'reset_token', points: 5, seconds: 15 * 60 }

const SealedEmail = z.strictObject({ sealed: z.string() })
const ResetEmail = z.object({ email: z.string() })

/**
 * Known and unknown addresses take the same path and the same time: a background job looks the account up later. A request over
 * the limit gets the same response, without an email.
 */
export async function requestPasswordReset(services: Services, { email, turnstile }: ResetRequest, clientIp: string) {
  const { limits, jobs, database, seal } = services
  await limits.spendByAddress(requestsPerAddress, clientIp)
  await requireHuman(services, 'reset_password', turnstile, clientIp)
  if (await mayEmailVisitor(services, { to: email, recipient: 'passwordReset', clientIp }))
    await jobs.enqueue(database.db, sendResetLinkJob, { sealed: seal.close({ email }) })
}

export const sendResetLinkJob: Job<z.infer<typeof SealedEmail>, Services> = {
  name: 'send_reset_link',
  data: SealedEmail,
  async work(services, { sealed }) {
    const { database, mailer, seal, env } = services
    const { email } = ResetEmail.parse(seal.open(sealed))
    const [agent] = await database.db.select().from(user).where(eq(user.email, email))
    if (!agent || agent.archivedAt) return
    // Someone else may have paid with this address: until its owner confirms it, it counts as a stranger's.
    if (!agent.emailVerified && !(await mayEmailVisitor(services, { to: email, recipient: 'unproven' }))) return
    await database.db.transaction(async (tx) => {
      // Locked until the link is stored, so that a concurrent change of the address voids it.
      const [owner] = await tx.select().from(user).where(eq(user.email, email)).for('share')
      if (!owner) return
      await writeHourlyAudit(tx, agent.id, 'reset_requested')
      const link = `${env.APP_URL}/reset-password/${await issueToken(tx, 'reset_password', agent.id)}`
      await mailer.post(tx, { to: agent.email, ...passwordResetEmail(link) })
    })
  },
}

/**
 * Verifies the address, ends every session, voids all other links, and remembers this browser as the agent's. The first password
 * of an account also signs this browser in: returns the token of its session then.
 */
export async function resetPassword(services: Services, { token, password }: PasswordReset, visit: SignInRequest) {
  const {
    database: { db },
    limits,
    mailer,
    env,
  } = services
  const address = rateLimitKey(visit.clientIp)
  await limits.spend(tokenAttempts, address)
  // Looked up first, because hashing is expensive and the token may be made up.
  const { userId } = await requireToken(db, passwordPurposes, token)
  const hash = await hashPassword(password)
  const sessionToken = await db.transaction(async (tx) => {
    // Locked before any link, as where links are issued: consistent lock order prevents deadlocks.
    await tx.select().from(user).where(eq(user.id, userId)).for('update')
    const { purpose } = await consumeToken(tx, passwordPurposes, token)
    const [agent] = await tx
      .update(user)
      .set({ password: hash, emailVerified: true })
      .where(eq(user.id, userId))
      .returning()
    await writeAudit(tx, { id: userId }, 'password_reset', {})
    await tx.delete(session).where(eq(session.userId, userId))
    await endUserPendingSignIns(tx, userId)
    await voidTokens(tx, 'reset_password', userId)
    await voidTokens(tx, 'change_email', userId)
    await voidTokens(tx, 'link_identity', userId)
    await closeFirstPasswordTokens(tx, userId)
    if (agent) await notifyOfNewBrowser(services, tx, agent, visit)
    const isFirst = purpose === 'create_password'
    const email = isFirst ? accountReadyEmail : passwordChangedEmail
    if (agent) await mailer.post(tx, { to: agent.email, ...email(env.APP_URL) })
    return isFirst ? openSession(tx, userId, visit) : undefined
  })
  await limits.forgive(tokenAttempts, address)
  return sessionToken
}

/** Ends the agent's other sessions and voids reset links and an unconfirmed change of address. */
export async function changePassword(services: Services, agent: User, currentHash: string, change: PasswordChange) {
  const { database, mailer, env } = services
  await requirePassword(services, agent, change.oldPassword, 'oldPassword')
  const password = await hashPassword(change.newPassword)
  await database.db.transaction(async (tx) => {
    await tx.update(user).set({ password }).where(eq(user.id, agent.id))
    await writeAudit(tx, { id: agent.id }, 'password_changed', {})
    await revokeOtherSessions(tx, agent, currentHash)
    await endUserPendingSignIns(tx, agent.id)
    await voidTokens(tx, 'reset_password', agent.id)
    await voidTokens(tx, 'change_email', agent.id)
    await voidTokens(tx, 'link_identity', agent.id)
    await mailer.post(tx, { to: agent.email, ...passwordChangedEmail(env.APP_URL) })
  })
}
