import { and, eq } from 'drizzle-orm'
import { checkout } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { inviteToSetPassword } from '#features/accounts/invite.server.ts'
import { notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'

const perCheckout = { name: 'resend_welcome', points: 3, seconds: 3600 }

/** The first mail once more, for an account whose password nobody has set yet. */
export async function resendWelcome(services: Services, sessionId: string) {
  const { database, limits } = services
  await limits.spend(perCheckout, sessionId)
  await database.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ agent: user })
      .from(checkout)
      .innerJoin(user, eq(user.id, checkout.userId))
      .where(and(eq(checkout.id, sessionId), eq(checkout.outcome, 'created'), eq(user.emailVerified, false)))
    if (!found) throw notFound()
    await inviteToSetPassword(services, tx, found.agent)
  })
}
