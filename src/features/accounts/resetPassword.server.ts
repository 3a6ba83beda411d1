import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { session } from '#db/schema/session.ts'
import { user } from '#db/schema/user.ts'
import { countAudit, writeAudit } from '#platform/audit/writeAudit.server.ts'
import { requireHuman } from '#platform/botCheck/botCheck.server.ts'
import { limitKey } from '#platform/http/clientIp.server.ts'
import type { Job } from '#platform/jobs.server.ts'
import { mayEmailStranger } from '#platform/mail/strangerEmail.server.ts'
import type { Services } from '#platform/services.server.ts'
import { passwordChangedEmail, passwordResetEmail } from './accounts.emails.tsx'
import type { PasswordReset, ResetRequest } from './credentials.ts'
import { rememberDevice } from './device.server.ts'
import { hashPassword } from './password.server.ts'
import { consumeToken, findToken, issueToken, voidTokens } from './tokens.server.ts'

const requestsPerAddress = { name: 'reset_request_address', points: 20, seconds: 3600 }
const tokenAttempts = { name: 'reset_token', points: 5, seconds: 15 * 60 }

const SealedEmail = z.strictObject({ sealed: z.string() })
const ResetEmail = z.object({ email: z.string() })

/**
 * Known and unknown addresses take the same way and the same time: whether anybody has this one is found out later,
 * by a background job. Asking too often is answered alike as well, only without a mail.
 */
export async function requestPasswordReset(services: Services, { email, turnstile }: ResetRequest, clientIp: string) {
  const { limits, jobs, database, seal } = services
  await limits.spendByAddress(requestsPerAddress, clientIp)
  await requireHuman(services, 'reset_password', turnstile, clientIp)
  if (await mayEmailStranger(services, { to: email, recipient: 'passwordReset', clientIp }))
    await jobs.enqueue(database.db, sendResetLink, { sealed: seal.close({ email }) })
}

export const sendResetLink: Job<z.infer<typeof SealedEmail>, Services> = {
  name: 'send_reset_link',
  data: SealedEmail,
  async work(services, { sealed }) {
    const { database, mailer, seal, env } = services
    const { email } = ResetEmail.parse(seal.open(sealed))
    const [agent] = await database.db.select().from(user).where(eq(user.email, email))
    if (!agent || agent.archivedAt) return
    // Somebody else may have paid with this address: until its owner answers, it is a stranger's.
    if (!agent.emailVerified && !(await mayEmailStranger(services, { to: email, recipient: 'unproven' }))) return
    await database.db.transaction(async (tx) => {
      // Held until the link is stored, so that a change of the address that comes now voids it.
      const [owner] = await tx.select().from(user).where(eq(user.email, email)).for('share')
      if (!owner) return
      await countAudit(tx, agent.id, 'reset_requested')
      const link = `${env.APP_URL}/reset-password/${await issueToken(tx, 'reset_password', agent.id)}`
      await mailer.post(tx, { to: agent.email, ...passwordResetEmail(link) })
    })
  },
}

/** Proves the address, ends every session, voids every other link, and makes this browser one that the agent has used. */
export async function resetPassword(
  services: Services,
  { token, password }: PasswordReset,
  { clientIp, deviceToken }: { clientIp: string; deviceToken: string },
) {
  const {
    database: { db },
    limits,
    mailer,
    env,
  } = services
  const address = limitKey(clientIp)
  await limits.spend(tokenAttempts, address)
  // Looked up first: hashing is dear, and a made-up token is not worth it.
  await findToken(db, 'reset_password', token)
  const hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const { userId } = await consumeToken(tx, 'reset_password', token)
    const [agent] = await tx
      .update(user)
      .set({ password: hash, emailVerified: true })
      .where(eq(user.id, userId))
      .returning()
    await writeAudit(tx, userId, 'password_reset', {})
    await tx.delete(session).where(eq(session.userId, userId))
    await voidTokens(tx, 'reset_password', userId)
    await voidTokens(tx, 'change_email', userId)
    await rememberDevice(tx, userId, deviceToken)
    if (agent) await mailer.post(tx, { to: agent.email, ...passwordChangedEmail(env.APP_URL) })
  })
  await limits.forgive(tokenAttempts, address)
}
