import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { user } from '../../src/db/schema/accounts.ts'
import { subscription } from '../../src/db/schema/billing.ts'
import { stopRenewalJob } from '../../src/features/accounts/server/deletion/deleteAccount.server.ts'
import { releasePayerJob, updateCustomerJob } from '../../src/features/billing/server/changePayer.server.ts'
import { fulfilPaidCheckoutJob } from '../../src/features/billing/server/fulfilCheckout.server.ts'
import { adjustSeatsJob, endTrialJob } from '../../src/features/billing/server/seats.server.ts'
import { cancelSubscriptionJob, labelFormerCustomerJob } from '../../src/features/billing/server/stripe.server.ts'
import { acceptWebhook, reconcileSubscriptionsJob } from '../../src/features/billing/server/stripeWebhook.server.ts'
import { syncCustomerJob } from '../../src/features/billing/server/syncSubscription.server.ts'
import { findMember } from '../../src/platform/auth/sessions.server.ts'
import { openSandbox } from './servers/paymentSandbox.ts'
import { openServices, registerWorker } from './services/services.ts'

export type TestBilling = Awaited<ReturnType<typeof openBilling>>

/** Billing with its own database, its jobs and a payment sandbox. */
export async function openBilling() {
  const sandbox = await openSandbox()
  const workers = [
    registerWorker(fulfilPaidCheckoutJob),
    registerWorker(syncCustomerJob),
    registerWorker(cancelSubscriptionJob),
    registerWorker(endTrialJob),
    registerWorker(stopRenewalJob),
    registerWorker(adjustSeatsJob),
    registerWorker(updateCustomerJob),
    registerWorker(labelFormerCustomerJob),
    registerWorker(releasePayerJob),
  ]
  const opened = await openServices(workers, sandbox)
  const { services, database, writtenEmails } = opened

  return {
    ...opened,
    sandbox,
    /** An event, signed as Stripe does. Only the ids in it are read. */
    sendWebhook: (type: string, about: object, id = `evt_${crypto.randomUUID()}`) => {
      const payload = JSON.stringify({ id, object: 'event', type, data: { object: about } })
      const secret = sandbox.webhookSecret
      return acceptWebhook(services, payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }))
    },
    reconcile: () => reconcileSubscriptionsJob.work(services, {}, { id: '' }),
    agent: async (email: string) => {
      const [found] = await database.db.select().from(user).where(eq(user.email, email))
      return found
    },
    /** The same as a member of their agency. */
    member: async (email: string) => {
      const [found] = await database.db.select({ id: user.id }).from(user).where(eq(user.email, email))
      const agent = found && (await findMember(database.db, found.id))
      if (!agent) throw new Error(`There is no member ${email}.`)
      return agent
    },
    subscription: async (email: string) => {
      const [found] = await database.db
        .select({ status: subscription.status, active: user.subscriptionActive, endsAt: subscription.endsAt })
        .from(user)
        .innerJoin(subscription, eq(subscription.userId, user.id))
        .where(eq(user.email, email))
      return found
    },
    /** The subjects of the emails to this address, in order. */
    emailsTo: async (email: string) =>
      (await writtenEmails()).filter(({ to }) => to === email).map(({ subject }) => subject),
    close: async () => {
      await opened.close()
      await sandbox.close()
    },
  }
}
