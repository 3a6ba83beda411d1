import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { checkout } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { inviteToSetPassword } from '#features/accounts/invite.server.ts'
import { notFound } from '#platform/errors.ts'
import { requireStrangerEmail } from '#platform/mail/strangerEmail.server.ts'
import type { Services } from '#platform/services.server.ts'

const perCheckout = { name: 'resend_welcome', points: 3, seconds: 3600 }

/** Sends the welcome email again, for an account whose password nobody has set yet. */
export async function resendWelcome(services: Services, sessionId: string, clientIp: string) {
  const { database, limits } = services
  await limits.spend(perCheckout, sessionId)
  const { email } = await findUnprovenPayer(database.db, sessionId)
  await requireStrangerEmail(services, { to: email, recipient: 'unproven', clientIp })
  await database.db.transaction(async (tx) => {
    // Read again: the password may have been set since.
    await inviteToSetPassword(services, tx, await findUnprovenPayer(tx, sessionId))
  })
}

async function findUnprovenPayer(db: Db, sessionId: string) {
  const [found] = await db
    .select({ agent: user })
    .from(checkout)
    .innerJoin(user, eq(user.id, checkout.userId))
    .where(and(eq(checkout.id, sessionId), eq(checkout.outcome, 'created'), eq(user.emailVerified, false)))
  if (!found) throw notFound()
  return found.agent
}
