import type { Db } from '#db/client.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { setPasswordMail } from './accounts.emails.tsx'
import { issueToken } from './tokens.server.ts'

/** The first mail of a new account. Its link is a reset link, so following it proves the address as well. */
export async function inviteToSetPassword({ mailer, env }: Pick<Services, 'mailer' | 'env'>, tx: Db, agent: Agent) {
  const link = `${env.APP_URL}/reset-password/${await issueToken(tx, 'reset_password', agent.id)}`
  await mailer.post(tx, { to: agent.email, ...setPasswordMail(link) })
}
