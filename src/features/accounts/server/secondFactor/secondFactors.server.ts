import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { passkey } from '#db/schema/passkeys.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { SignedInAgent, User } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { recoveryCodesReplacedEmail } from '../../secondFactor.emails.tsx'
import { usableProviders } from '../credentials/identities/manageIdentities.server.ts'
import { NO_PASSWORD } from '../credentials/passwordHashing.server.ts'
import { listAuthenticators, lockUser } from './authenticators.server.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recoveryCodes.server.ts'

/** What an agent has beside the password. */
export async function readSecondFactors(db: Db, agent: User) {
  const [authenticators, recoveryCodesLeft] = await Promise.all([
    listAuthenticators(db, agent.id),
    countRecoveryCodes(db, agent.id),
  ])
  return { authenticators, recoveryCodesLeft }
}

/** With what an agent can prove that it is them. The password and Google or Microsoft are none for someone with an authenticator app. */
export async function readProofOptions(
  { database: { db }, env }: Pick<Services, 'database' | 'env'>,
  { agent, hasAuthenticator, isProven }: SignedInAgent,
) {
  const hasPasskey = (await db.$count(passkey, eq(passkey.userId, agent.id))) > 0
  const hasPassword = !hasAuthenticator && agent.password !== NO_PASSWORD
  const providers = hasAuthenticator ? [] : await usableProviders(db, env, agent.id)
  return { hasAuthenticator, hasPasskey, hasPassword, providers, isProven }
}

/** Ten new recovery codes, for someone who has a second factor. */
export async function createRecoveryCodes({ database, mailer, env }: Services, agent: User) {
  return database.db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    if ((await listAuthenticators(tx, agent.id)).length === 0)
      throw conflict('Recovery codes stand in for an authenticator app. Add one first.')
    const codes = await replaceRecoveryCodes(tx, agent.id)
    await writeAudit(tx, { id: agent.id }, 'recovery_codes_replaced', {})
    await mailer.post(tx, { to: agent.email, ...recoveryCodesReplacedEmail(env.APP_URL) })
    return codes
  })
}
