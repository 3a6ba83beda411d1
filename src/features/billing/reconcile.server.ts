import { and, asc, gt, lt, ne } from 'drizzle-orm'
import { z } from 'zod'
import { ago } from '#db/clock.server.ts'
import { paymentEvent } from '#db/schema/billing.ts'
import { user } from '#db/schema/user.ts'
import type { Job } from '#platform/jobs.server.ts'
import type { Services } from '#platform/services.server.ts'
import { followCustomer } from './followSubscription.server.ts'
import { fulfilPaidCheckout } from './fulfilCheckout.server.ts'
import { ask, providerOf } from './provider.server.ts'
import { forgetOldTrials } from './usedTrials.server.ts'

const DAY = 24 * 3600 * 1000
/** The provider sends a webhook again for days; one that came before is remembered for longer than that. */
const KEEP_EVENTS_DAYS = 30
const LOOK_BACK_DAYS = 14
const PAGE = 500

const Nothing = z.object({})

/** Once a day, as if every webhook had been lost: each paid checkout and each customer is looked at again. */
export const reconcileSubscriptions: Job<z.infer<typeof Nothing>, Services> = {
  name: 'reconcile_subscriptions',
  data: Nothing,
  schedule: '41 15 * * *',
  async work(services) {
    if (!services.payments) return
    await findMissedCheckouts(services)
    await lookAtEveryCustomer(services)
    await services.database.db.delete(paymentEvent).where(lt(paymentEvent.createdAt, ago(KEEP_EVENTS_DAYS * DAY)))
    await forgetOldTrials(services.database.db)
  },
}

async function findMissedCheckouts(services: Services) {
  const { stripe } = providerOf(services)
  const since = Math.floor((Date.now() - LOOK_BACK_DAYS * DAY) / 1000)
  const paid = await ask(services, () =>
    stripe.checkout.sessions
      .list({ status: 'complete', created: { gte: since }, limit: 100 })
      .autoPagingToArray({ limit: 10_000 }),
  )
  const { jobs, database } = services
  for (const { id: sessionId } of paid) await jobs.enqueue(database.db, fulfilPaidCheckout, { sessionId })
}

async function lookAtEveryCustomer({ database: { db }, jobs }: Services) {
  let last = ''
  for (;;) {
    const customers = await db
      .select({ id: user.id, customerId: user.subscriptionCustomerId })
      .from(user)
      .where(and(ne(user.subscriptionCustomerId, ''), gt(user.id, last)))
      .orderBy(asc(user.id))
      .limit(PAGE)
    for (const { customerId } of customers) await jobs.enqueue(db, followCustomer, { customerId })
    const end = customers.at(-1)
    if (!end) return
    last = end.id
  }
}
