import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { subscription } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import { cancelDuplicate } from '#features/billing/cancelDuplicate.server.ts'
import { followCustomer } from '#features/billing/followSubscription.server.ts'
import { fulfilPaidCheckout } from '#features/billing/fulfilCheckout.server.ts'
import { reconcileSubscriptions } from '#features/billing/reconcile.server.ts'
import { takeWebhook } from '#features/billing/webhook.server.ts'
import { parseEnv } from '#platform/env.server.ts'
import { clientIpFinder } from '#platform/http/clientIp.server.ts'
import { securityHeaders } from '#platform/http/headers.server.ts'
import { type Job, openJobs } from '#platform/jobs.server.ts'
import { createLimits } from '#platform/limits.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createMailer, deliverMail } from '#platform/mailer.server.ts'
import { createSeal } from '#platform/seal.server.ts'
import type { Services } from '#platform/services.server.ts'
import { createDatabase } from './database.ts'
import { eventually } from './eventually.ts'
import { openTill } from './till.ts'

const SECRET = 'a secret that is long enough for anybody'

/** A failed try is followed by the next at once. */
const quick = <Data extends object>(job: Job<Data, Services>) => ({
  ...job,
  concurrency: 8,
  queue: { retryDelay: 1, retryDelayMax: 1 },
})
const [fulfil, follow, cancel, reconcile] = [
  quick(fulfilPaidCheckout),
  quick(followCustomer),
  quick(cancelDuplicate),
  quick(reconcileSubscriptions),
]

export type Office = Awaited<ReturnType<typeof openOffice>>

/** Billing at work on its own database and its own provider. Mails are written and stay in the queue to be counted. */
export async function openOffice() {
  const database = await createDatabase()
  const till = await openTill()
  const log = createLog({ level: 'silent' })
  const jobs = openJobs(database, log)
  await jobs.start([fulfil, follow, cancel, reconcile, deliverMail])
  const seal = createSeal(SECRET, 'mail')
  const env = { ...parseEnv({ APP_URL: 'https://files.example.nz' }), APP_SECRET: SECRET }
  const mailer = createMailer({
    url: 'smtp://127.0.0.1:9',
    from: 'Property Files <hello@example.nz>',
    appUrl: env.APP_URL,
    seal,
    jobs,
  })
  const services: Services = {
    env,
    log,
    database,
    jobs,
    mailer,
    seal,
    limits: createLimits(database),
    payments: till.payments,
    findClientIp: clientIpFinder(undefined),
    securityHeaders: securityHeaders(env),
    isReady: async () => true,
  }
  await jobs.work(fulfil, services)
  await jobs.work(follow, services)
  await jobs.work(cancel, services)

  const waiting = async () => {
    const [row] = await database.sql`
      select count(*)::int as n from pgboss.job where name <> 'mail' and state in ('created', 'retry', 'active')`
    return row?.n as number
  }

  return {
    services,
    database,
    till,
    /** Until nothing is left to do. */
    settle: () => eventually(async () => (await waiting()) === 0),
    /** An event as the provider signs and sends it. What it says besides whom it is about is never looked at. */
    tell: (type: string, about: object, id = `evt_${crypto.randomUUID()}`) => {
      const payload = JSON.stringify({ id, object: 'event', type, data: { object: about } })
      const secret = till.sandbox.webhookSecret
      return takeWebhook(services, payload, Stripe.webhooks.generateTestHeaderString({ payload, secret }))
    },
    reconcile: () => reconcile.work(services, {}, { id: '' }),
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
    writtenMails,
    close: async () => {
      await jobs.stop()
      mailer.close()
      await till.close()
      await database.drop()
    },
  }

  async function writtenMails() {
    const rows = await database.sql<{ data: { sealed: string } }[]>`
      select data from pgboss.job where name = 'mail' order by created_on, id`
    return rows.map(({ data }) => seal.open(data.sealed) as { to: string; subject: string; text: string })
  }
}
