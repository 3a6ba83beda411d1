import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { subscription } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { stopRenewal } from '#features/accounts/forgetCustomer.server.ts'
import { cancelSubscription } from '#features/billing/cancelSubscription.server.ts'
import { endTrial } from '#features/billing/confirmCheckout.server.ts'
import { followCustomer } from '#features/billing/followSubscription.server.ts'
import { fulfilPaidCheckout } from '#features/billing/fulfilCheckout.server.ts'
import { reconcileSubscriptions } from '#features/billing/reconcile.server.ts'
import { takeWebhook } from '#features/billing/webhook.server.ts'
import { hire, openServices } from './services.ts'
import { openTill } from './till.ts'

export type Office = Awaited<ReturnType<typeof openOffice>>

/** Billing at work on its own database and its own provider. */
export async function openOffice() {
  const till = await openTill()
  const workers = [
    hire(fulfilPaidCheckout),
    hire(followCustomer),
    hire(cancelSubscription),
    hire(endTrial),
    hire(stopRenewal),
  ]
  const opened = await openServices(workers, till)
  const { services, database, writtenMails } = opened

  return {
    ...opened,
    till,
    /** An event as the provider signs and sends it. What it says besides whom it is about is never looked at. */
    tell: (type: string, about: object, id = `evt_${crypto.randomUUID()}`) => {
      const payload = JSON.stringify({ id, object: 'event', type, data: { object: about } })
      const secret = till.sandbox.webhookSecret
      return takeWebhook(services, payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }))
    },
    reconcile: () => reconcileSubscriptions.work(services, {}, { id: '' }),
    agent: async (email: string) => {
      const [found] = await database.db.select().from(user).where(eq(user.email, email))
      return found
    },
    known: async (email: string) => {
      const [found] = await database.db
        .select({ status: subscription.status, active: user.subscriptionActive, endsAt: subscription.endsAt })
        .from(user)
        .innerJoin(subscription, eq(subscription.userId, user.id))
        .where(eq(user.email, email))
      return found
    },
    /** The subjects of what was written to this address, in order. */
    mailsTo: async (email: string) =>
      (await writtenMails()).filter(({ to }) => to === email).map(({ subject }) => subject),
    close: async () => {
      await opened.close()
      await till.close()
    },
  }
}
