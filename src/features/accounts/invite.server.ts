import type { Db } from '#db/client.server.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { setPasswordEmail } from './accounts.emails.tsx'
import { issueToken } from './tokens.server.ts'

const INVITE_DAYS = 7
const DAY_MS = 24 * 3600 * 1000

/** The first email of a new account. Its link is a reset link that lasts longer, so following it proves the address as well. */
export async function inviteToSetPassword(
  { mailer, env }: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  agent: Agent,
  /** What to know besides, such as that there is no free trial. */
  note?: string,
) {
  const value = await issueToken(tx, 'reset_password', agent.id, undefined, INVITE_DAYS * DAY_MS)
  const link = `${env.APP_URL}/reset-password/${value}?first=true`
  await mailer.post(tx, { to: agent.email, ...setPasswordEmail(link, INVITE_DAYS, note) })
}
