import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { now } from '#db/clock.server.ts'
import { user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { webhookDelivery, webhookEndpoint } from '#db/schema/webhooks.ts'
import type { Services } from '#platform/services.server.ts'
import { webhookDisabledEmail } from '../webhooks.emails.tsx'

/** No more is sent to it until someone turns it on again. The owners are told. */
export async function disableFailingWebhook(
  { mailer, env }: Services,
  tx: Db,
  id: string,
  { isGone }: { isGone: boolean },
) {
  const [disabled] = await tx
    .update(webhookEndpoint)
    .set({ disabledAt: now })
    .where(and(eq(webhookEndpoint.id, id), isNull(webhookEndpoint.disabledAt)))
    .returning({ url: webhookEndpoint.url, agencyId: webhookEndpoint.agencyId })
  if (!disabled) return
  await giveUpWaitingDeliveries(tx, id)
  const owners = await tx
    .select({ email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.agencyId, disabled.agencyId), eq(member.role, 'owner'), isNull(user.archivedAt)))
  const host = new URL(disabled.url).hostname
  for (const { email: to } of owners)
    await mailer.post(tx, { to, ...webhookDisabledEmail({ host, isGone, appUrl: env.APP_URL }) })
}

/** What was on its way stays in the log, from where it can be sent again. */
export const giveUpWaitingDeliveries = (tx: Db, endpointId: string) =>
  tx
    .update(webhookDelivery)
    .set({ nextAttemptAt: null })
    .where(and(eq(webhookDelivery.endpointId, endpointId), isNotNull(webhookDelivery.nextAttemptAt)))
