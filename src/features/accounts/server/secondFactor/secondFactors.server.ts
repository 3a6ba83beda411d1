import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { hasAuthenticator, hasPasskey, needsSecondStep } from '#platform/auth/secondFactors.server.ts'
import type { SignedInAgent, User } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { recoveryCodesReplacedEmail } from '../../secondFactor/secondFactor.emails.tsx'
import { usableProviders } from '../credentials/identities/manageIdentities.server.ts'
import { NO_PASSWORD } from '../credentials/passwords/passwordHashing.server.ts'
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

/** With what an agent can prove that it is them. The password and Google or Microsoft are none for someone with a second step. */
export async function readProofOptions(
  { database: { db }, env }: Pick<Services, 'database' | 'env'>,
  { agent, isProven, isLocked }: SignedInAgent,
) {
  const { isAlwaysAsked, ...factors } = await readOwnFactors(db, agent.id)
  const hasPassword = !isAlwaysAsked && agent.password !== NO_PASSWORD
  const providers = isAlwaysAsked ? [] : await usableProviders(db, env, agent.id)
  return { ...factors, hasPassword, providers, isProven: isProven && !isLocked }
}

/** Which second factors an agent can be asked for, and whether every time: otherwise the password is enough in known browsers. */
export async function readOwnFactors(db: Db, userId: string) {
  const [own] = await db
    .select({
      hasAuthenticator: hasAuthenticator(userId),
      hasPasskey: hasPasskey(userId),
      isAlwaysAsked: needsSecondStep(userId),
    })
    .from(user)
    .where(eq(user.id, userId))
  return own ?? { hasAuthenticator: false, hasPasskey: false, isAlwaysAsked: false }
}

/** Ten new recovery codes, for someone who has a second factor. */
export async function createRecoveryCodes({ database, mailer, env }: Services, agent: User) {
  return database.db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    if ((await listAuthenticators(tx, agent.id)).length === 0)
      throw conflict('Recovery codes are a backup for an authenticator app. Add an app first.')
    const codes = await replaceRecoveryCodes(tx, agent.id)
    await writeAudit(tx, { id: agent.id }, 'recovery_codes_replaced', {})
    await mailer.post(tx, { to: agent.email, ...recoveryCodesReplacedEmail(env.APP_URL) })
    return codes
  })
}
