import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { requireEmailLimit } from '#platform/mail/visitorEmailLimits.server.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_MS } from '#values/time.ts'
import { setPasswordEmail } from '../../../accounts.emails.tsx'
import { FIRST_PASSWORD_LINK_DAYS, type PasswordLink } from '../../../accounts.schema.ts'
import { expiredLink, findFirstPasswordToken, issueToken } from '../emailedTokens.server.ts'

const linksPerAddress = { name: 'password_link', points: 60, seconds: 3600 }
const newLinksPerAgent = { name: 'new_password_link', points: 3, seconds: 3600 }

/** The first email of a new account. Using its link verifies the address and signs in. */
export async function sendFirstPasswordLink(
  { mailer, env }: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  { id }: User,
  /** An extra sentence, such as that there is no free trial. */
  note?: string,
) {
  // Locked, so that a password set at this moment leaves no link behind that would sign someone in.
  const [agent] = await tx.select().from(user).where(eq(user.id, id)).for('update')
  if (!agent || agent.emailVerified) return
  const value = await issueToken(tx, 'create_password', id, undefined, FIRST_PASSWORD_LINK_DAYS * DAY_MS)
  const link = `${env.APP_URL}/reset-password/${value}?first=true`
  await mailer.post(tx, { to: agent.email, ...setPasswordEmail(link, FIRST_PASSWORD_LINK_DAYS, note) })
}

/** What the page of a link shows. Reading it changes nothing: email scanners open links too. */
export async function readPasswordLink(
  { limits, database }: Services,
  value: string,
  clientIp: string,
  /** Who is signed in where the link was opened. */
  viewer?: User,
): Promise<PasswordLink> {
  await limits.spendByAddress(linksPerAddress, clientIp)
  const invitation = await findFirstPasswordToken(database.db, value)
  if (!invitation) return { state: 'open' }
  const state = invitation.usedAt ? 'used' : invitation.expiresAt <= new Date() ? 'expired' : 'open'
  return { state, ...(viewer && viewer.id !== invitation.userId && { signedInAs: viewer.email }) }
}

/** Sends a new link to the address that the expired one was sent to. The response does not name the address. */
export async function resendFirstPasswordLink(services: Services, value: string, clientIp: string) {
  const { limits, database } = services
  await limits.spendByAddress(linksPerAddress, clientIp)
  const agent = await requireInvitedAgent(database.db, value)
  await limits.spend(newLinksPerAgent, agent.id)
  await requireEmailLimit(services, { to: agent.email, recipient: 'unproven', clientIp })
  await database.db.transaction((tx) => sendFirstPasswordLink(services, tx, agent))
}

async function requireInvitedAgent(db: Db, value: string) {
  const invitation = await findFirstPasswordToken(db, value)
  if (!invitation || invitation.usedAt) throw expiredLink()
  const [agent] = await db.select().from(user).where(eq(user.id, invitation.userId))
  if (!agent || agent.archivedAt) throw expiredLink()
  return agent
}
