import { conflict, notFound } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { TRIAL_DAYS } from './billing.ts'
import { ask, providerOf } from './provider.server.ts'
import { hasAddressUsedTrial } from './usedTrials.server.ts'

const perAddress = { name: 'start_checkout', points: 30, seconds: 3600 }

/** Opens the provider's checkout page, for a newcomer or for an agent who comes back. Answers its address. */
export async function startCheckout(
  services: Services,
  { priceId, clientIp, agent }: { priceId: string; clientIp: string; agent?: Agent },
) {
  const { env, limits } = services
  const { stripe, priceIds } = providerOf(services)
  if (!priceIds.includes(priceId)) throw notFound()
  if (agent?.subscriptionActive && agent.subscriptionId) throw conflict('Your subscription is active already.')
  await limits.spendByAddress(perAddress, clientIp)
  const details = await payer(services, agent)
  const session = await ask(services, () =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: priceId, quantity: 1 }],
      payment_method_collection: 'always',
      success_url: `${env.APP_URL}/thank-you/{CHECKOUT_SESSION_ID}`,
      cancel_url: agent ? `${env.APP_URL}/portal/settings#billing` : `${env.APP_URL}/get-started`,
      ...details,
    }),
  )
  return session.url ?? `${env.APP_URL}/thank-you/${session.id}`
}

/**
 * A trial is for the first time: an agent who is signed in and had one pays at once, as the customer they were. Of somebody who is
 * not, the address and the card are known only afterwards: `fulfilCheckout` looks at both.
 */
async function payer(services: Services, agent: Agent | undefined) {
  const trial = { subscription_data: { trial_period_days: TRIAL_DAYS } }
  if (!agent) return trial
  const reference = { client_reference_id: agent.id }
  if (agent.subscriptionCustomerId) return { ...reference, customer: agent.subscriptionCustomerId }
  const address = { ...reference, customer_email: agent.email }
  return (await hasAddressUsedTrial(services, services.database.db, agent.email)) ? address : { ...trial, ...address }
}
