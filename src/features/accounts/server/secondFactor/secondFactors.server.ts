import type { Db } from '#db/client.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import type { User } from '#platform/auth/sessions.server.ts'
import { conflict } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { recoveryCodesReplacedEmail } from '../../secondFactor.emails.tsx'
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
