import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { session, user } from '#db/schema/accounts.ts'
import { identity } from '#db/schema/signInMethods.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { NewIdentity } from '#values/identityProviders.ts'
import { identityAddedEmail } from '../../../identities/identities.emails.tsx'
import { MAX_IDENTITIES } from '../../../identities/identities.schema.ts'
import { closeFirstPasswordTokens, voidTokens } from '../emailedTokens.server.ts'
import { NO_PASSWORD } from '../passwords/passwordHashing.server.ts'

export const isSameIdentity = ({ issuer, subject }: Pick<NewIdentity, 'issuer' | 'subject'>) =>
  and(eq(identity.issuer, issuer), eq(identity.subject, subject))

/** Signs the agent in from now on, which they are told by email. It stays with the account that has it: returns whose it is. */
export async function linkIdentity(
  { mailer, env }: Pick<Services, 'mailer' | 'env'>,
  tx: Db,
  userId: string,
  { provider, issuer, subject, email }: NewIdentity,
) {
  const [agent] = await tx.select().from(user).where(eq(user.id, userId)).for('no key update')
  if (!agent) return undefined
  if ((await tx.$count(identity, eq(identity.userId, userId))) >= MAX_IDENTITIES)
    throw conflict(`You’ve linked ${MAX_IDENTITIES} accounts, the most you can have. Unlink one first.`)
  const [added] = await tx
    .insert(identity)
    .values({ userId, provider, issuer, subject, email, lastUsedAt: now })
    .onConflictDoNothing()
    .returning()
  if (!added) {
    const [known] = await tx.select().from(identity).where(isSameIdentity({ issuer, subject }))
    return known?.userId
  }
  await writeAudit(tx, { id: userId }, 'identity_added', { provider })
  await mailer.post(tx, { to: agent.email, ...identityAddedEmail(provider, email, env.APP_URL) })
  return userId
}

/**
 * The owner of the address has shown that it is theirs. Until then the account was a stranger's, so whatever signed in to it ends: nobody but the
 * owner knows how to get in from now on.
 */
export async function confirmAddressOwner(tx: Db, { id, emailVerified }: User) {
  if (emailVerified) return
  await tx.update(user).set({ emailVerified: true, password: NO_PASSWORD }).where(eq(user.id, id))
  await tx.delete(session).where(eq(session.userId, id))
  await voidTokens(tx, 'reset_password', id)
  await closeFirstPasswordTokens(tx, id)
}
