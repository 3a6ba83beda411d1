import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { identity, passkey } from '#db/schema/signInMethods.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { SignedInAgent, User } from '#platform/auth/sessions.server.ts'
import { readIdentityProvider, type SettingsWithoutSecrets } from '#platform/config/env.server.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { identityRemovedEmail } from '../../../identities/identities.emails.tsx'
import { endUserPendingSignIns } from '../../secondFactor/pendingSignIns.server.ts'
import { revokeOtherSessions } from '../agentSessions.server.ts'
import { voidTokens } from '../emailedTokens.server.ts'
import { NO_PASSWORD } from '../passwords/passwordHashing.server.ts'

/** The accounts at Google and Microsoft that sign the agent in, the oldest first. */
export const listIdentities = (db: Db, agent: User) =>
  db
    .select({
      id: identity.id,
      provider: identity.provider,
      email: identity.email,
      createdAt: identity.createdAt,
      lastUsedAt: identity.lastUsedAt,
    })
    .from(identity)
    .where(eq(identity.userId, agent.id))
    .orderBy(asc(identity.createdAt))

/** The providers with which the agent can sign in: linked, and in use at this installation. */
export async function usableProviders(db: Db, env: SettingsWithoutSecrets, userId: string) {
  const rows = await db
    .selectDistinct({ provider: identity.provider })
    .from(identity)
    .where(eq(identity.userId, userId))
    .orderBy(asc(identity.provider))
  return rows.map(({ provider }) => provider).filter((provider) => readIdentityProvider(env, provider))
}

/** Whether someone can sign in without a reset link. Asked after something was removed, with the account locked. */
export async function canSignIn(tx: Db, env: SettingsWithoutSecrets, { id, password }: User) {
  if (password !== NO_PASSWORD) return true
  if ((await tx.$count(passkey, eq(passkey.userId, id))) > 0) return true
  return (await usableProviders(tx, env, id)).length > 0
}

/** Also ends the agent's other sessions: someone else may have signed in with it. */
export const removeIdentity = (
  { database: { db }, mailer, env }: Services,
  { agent, sessionHash }: SignedInAgent,
  id: string,
) =>
  db.transaction(async (tx) => {
    // Two changes at once must not leave the account without a way to sign in.
    const [locked] = await tx.select().from(user).where(eq(user.id, agent.id)).for('no key update')
    const [removed] = await tx
      .delete(identity)
      .where(and(eq(identity.id, id), eq(identity.userId, agent.id)))
      .returning()
    if (!locked || !removed) throw notFound()
    if (!(await canSignIn(tx, env, locked)))
      throw conflict('This is your only way to sign in. Create a password or add a passkey first.')
    const { provider, email } = removed
    await writeAudit(tx, { id: agent.id }, 'identity_removed', { provider })
    await revokeOtherSessions(tx, agent, sessionHash)
    await endUserPendingSignIns(tx, agent.id)
    await voidTokens(tx, 'link_identity', agent.id)
    await mailer.post(tx, { to: locked.email, ...identityRemovedEmail(provider, email, env.APP_URL) })
  })
