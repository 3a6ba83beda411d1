import { eq } from 'drizzle-orm'
import { user } from '#db/schema/user.ts'
import { writeAudit } from '#platform/audit/writeAudit.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { passwordChangedEmail } from './accounts.emails.tsx'
import type { PasswordChange } from './accounts.ts'
import { hashPassword } from './password.server.ts'
import { requirePassword } from './requirePassword.server.ts'
import { endOtherSessions } from './sessions.server.ts'
import { voidTokens } from './tokens.server.ts'

/** Ends the agent's other sessions, voids every reset link, and stops a change of the address that has not been confirmed. */
export async function changePassword(services: Services, agent: Agent, currentHash: string, change: PasswordChange) {
  const { database, mailer, env } = services
  await requirePassword(services, agent, change.oldPassword, 'oldPassword')
  const password = await hashPassword(change.newPassword)
  await database.db.transaction(async (tx) => {
    await tx.update(user).set({ password }).where(eq(user.id, agent.id))
    await writeAudit(tx, agent.id, 'password_changed', {})
    await endOtherSessions(tx, agent, currentHash)
    await voidTokens(tx, 'reset_password', agent.id)
    await voidTokens(tx, 'change_email', agent.id)
    await mailer.post(tx, { to: agent.email, ...passwordChangedEmail(env.APP_URL) })
  })
}
