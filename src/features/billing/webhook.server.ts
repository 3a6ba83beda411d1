import type Stripe from 'stripe'
import type { Db } from '#db/client.server.ts'
import { paymentEvent } from '#db/schema/billing.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { followCustomer } from './followSubscription.server.ts'
import { fulfilPaidCheckout } from './fulfilCheckout.server.ts'
import { idOf, providerOf } from './provider.server.ts'

const badSignature = () => new AppError('BadSignature', 400, 'The signature does not fit.')

/**
 * Taken means written down: the event and the work that follows from it are stored in one transaction before the
 * provider is told so. The same event again finds itself and does nothing.
 */
export async function takeWebhook(services: Services, rawBody: string, signature: string) {
  const event = verified(services, rawBody, signature)
  await services.database.db.transaction(async (tx) => {
    const [isNew] = await tx
      .insert(paymentEvent)
      .values({ id: event.id, type: event.type })
      .onConflictDoNothing()
      .returning()
    if (isNew) await enqueueWork(services, tx, event)
  })
}

function verified(services: Services, rawBody: string, signature: string) {
  const { verifyWebhook } = providerOf(services)
  try {
    return verifyWebhook(rawBody, signature)
  } catch {
    throw badSignature()
  }
}

/** An event says where to look, never what is so: the state is read from the provider afterwards. */
async function enqueueWork({ jobs }: Services, tx: Db, event: Stripe.Event) {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      await jobs.enqueue(tx, fulfilPaidCheckout, { sessionId: event.data.object.id })
      break
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.trial_will_end':
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const customerId = idOf(event.data.object.customer)
      const trialEnding = event.type === 'customer.subscription.trial_will_end'
      if (customerId) await jobs.enqueue(tx, followCustomer, { customerId, trialEnding })
      break
    }
    default:
  }
}
