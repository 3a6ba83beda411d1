import { readSeatUse } from '#features/agencies/server/seats.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { AppError, conflict, notFound, notSignedIn } from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { type CheckoutError, PriceId, TRIAL_DAYS } from '../billing.schema.ts'
import { requireCheckoutPayer } from './changePayer.server.ts'
import { hasEmailUsedTrial } from './freeTrials.server.ts'
import { findPayerForOwner } from './payer.server.ts'
import { neededSeats } from './seats.server.ts'
import { callStripe, requirePayments, withStripeTimeout } from './stripe.server.ts'

const checkoutLimit = { name: 'start_checkout', points: 30, seconds: 3600 }

/** `GET /checkout/{priceId}`: a plain link, so that it works before the page's scripts and is not bound by its policy for forms. */
export async function redirectToCheckout(priceId: string) {
  const visitor = await findSignedInAgent()
  const services = useServices()
  return redirectOrExplain(visitor ? '/portal/settings' : '/get-started', async () =>
    startCheckout(services, {
      priceId: PriceId.parse(priceId),
      clientIp: currentRequest().clientIp,
      agent: visitor?.agent,
    }),
  )
}

/** `GET /portal/billing`: Stripe's own pages for card, invoices and cancelling. */
export async function redirectToBillingPortal() {
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  return redirectOrExplain('/portal/settings', () => openBillingPortal(useServices(), visitor.agent))
}

/** Redirects to Stripe; or back to the page with the link, which says why. */
async function redirectOrExplain(page: string, findUrl: () => Promise<string>) {
  try {
    return redirectTo(await withStripeTimeout(useServices(), findUrl()))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = checkoutErrors[error.name] ?? 'unavailable'
    return redirectTo(`${useServices().env.APP_URL}${page}?checkoutError=${reason}#billing`)
  }
}

const checkoutErrors: Record<string, CheckoutError> = {
  TooManyRequests: 'tooMany',
  Conflict: 'active',
  NotFoundError: 'plan',
  Forbidden: 'owner',
  PaysElsewhere: 'otherAgency',
  DeletionScheduled: 'deletion',
}

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { location } })

interface NewCheckout {
  priceId: string
  clientIp: string
  /** A visitor who is signed in subscribes for their agency. */
  agent: Agent | undefined
}

/** Opens a checkout for a new customer or a returning agency, for everyone in it, and returns its address. */
export async function startCheckout(services: Services, { priceId, clientIp, agent }: NewCheckout) {
  const {
    env,
    limits,
    database: { db },
  } = services
  const { stripe, priceIds } = requirePayments(services)
  if (!priceIds.includes(priceId)) throw notFound()
  const payer = agent && (await requireCheckoutPayer(db, agent))
  if (payer?.subscriptionActive && payer.subscriptionId) throw conflict('Your subscription is already active.')
  await limits.spendByAddress(checkoutLimit, clientIp)
  const seats = agent ? neededSeats(await readSeatUse(db, agent.agencyId)) : 1
  const customer = agent && payer ? await agencyParameters(services, agent, payer) : trial
  const session = await callStripe(services, () =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: priceId, quantity: seats }],
      payment_method_collection: 'always',
      success_url: `${env.APP_URL}/thank-you/{CHECKOUT_SESSION_ID}`,
      cancel_url: agent ? `${env.APP_URL}/portal/settings#billing` : `${env.APP_URL}/get-started`,
      ...customer,
    }),
  )
  return session.url ?? `${env.APP_URL}/thank-you/${session.id}`
}

/** The address and card of a visitor who is not signed in are known only afterwards: `fulfilCheckout` checks whether they have had a trial. */
const trial = { subscription_data: { trial_period_days: TRIAL_DAYS } }

/**
 * An agency that has had a trial pays at once, as the same customer. Its id is for `fulfilCheckout`, as the buyer may own several, and for
 * anyone who looks at the subscription in Stripe.
 */
async function agencyParameters(services: Services, { id, agencyId }: Agent, payer: User) {
  const metadata = { agencyId }
  const shared = { client_reference_id: id, metadata, subscription_data: { metadata } }
  if (payer.subscriptionCustomerId) return { ...shared, customer: payer.subscriptionCustomerId }
  const address = { ...shared, customer_email: payer.email }
  if (await hasEmailUsedTrial(services, services.database.db, payer.email)) return address
  return { ...address, subscription_data: { ...trial.subscription_data, metadata } }
}

async function openBillingPortal(services: Services, agent: Agent) {
  const { stripe } = requirePayments(services)
  const customer = (await findPayerForOwner(services.database.db, agent))?.subscriptionCustomerId
  if (!customer) throw notFound()
  const { url } = await callStripe(services, () =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: `${services.env.APP_URL}/portal/settings#billing`,
    }),
  )
  return url
}
