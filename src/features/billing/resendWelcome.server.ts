import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { checkout } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { inviteToSetPassword } from '#features/accounts/invite.server.ts'
import { notFound } from '#platform/errors.ts'
import { requireStrangerEmail } from '#platform/mail/strangerEmail.server.ts'
import type { Services } from '#platform/services.server.ts'
import { duplicateSubscriptionMail, TRIAL_REFUSED } from './billing.emails.tsx'
import { remindOwner } from './confirmCheckout.server.ts'

const perCheckout = { name: 'resend_welcome', points: 3, seconds: 3600 }

/**
 * Sends the email of a checkout again, until its link is used: to create the password, or to confirm the payment. Limits and
 * answers are the same for each, so that they do not tell whether the address had an account.
 */
export async function resendWelcome(services: Services, sessionId: string, clientIp: string) {
  const { database, limits, mailer, env } = services
  await limits.spend(perCheckout, sessionId)
  const { agent, outcome } = await findUnfinished(database.db, sessionId)
  await requireStrangerEmail(services, { to: agent.email, recipient: 'unproven', clientIp })
  if (outcome === 'waiting') return remindOwner(services, sessionId)
  await database.db.transaction(async (tx) => {
    // Read again: the link may have been used since.
    const found = await findUnfinished(tx, sessionId)
    if (found.outcome === 'duplicate')
      await mailer.post(tx, { to: found.agent.email, ...duplicateSubscriptionMail(env.APP_URL) })
    else if (found.outcome === 'created')
      await inviteToSetPassword(services, tx, found.agent, found.agent.subscriptionId ? undefined : TRIAL_REFUSED)
  })
}

/** A checkout made while signed out whose page still says "Check your inbox". */
async function findUnfinished(db: Db, sessionId: string) {
  const [found] = await db
    .select({ agent: user, outcome: checkout.outcome })
    .from(checkout)
    .innerJoin(user, eq(user.id, checkout.userId))
    .where(
      and(
        eq(checkout.id, sessionId),
        sql`coalesce(${checkout.wasSignedIn}, ${checkout.outcome} <> 'created') is false`,
        ne(checkout.outcome, 'linked'),
        or(ne(checkout.outcome, 'created'), eq(user.emailVerified, false)),
      ),
    )
  if (!found) throw notFound()
  return found
}
