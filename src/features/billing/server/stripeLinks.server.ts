import { readSeatUse } from '#features/agencies/server/seats.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent, User } from '#platform/auth/sessions.server.ts'
import { AppError, conflict, notFound, notSignedIn } from '#platform/errors.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { type Services, useServices } from '#platform/services.server.ts'
import { type CheckoutError, PriceId, TRIAL_DAYS } from '../billing.schema.ts'
import { hasEmailUsedTrial } from './freeTrials.server.ts'
import { findPayerForOwner, requireCheckoutPayer } from './payer.server.ts'
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
      ...(visitor && (await agencyCheckout(services, visitor.agent))),
    }),
  )
}

/** An agency that comes back subscribes for everyone in it. */
async function agencyCheckout({ database: { db } }: Services, agent: Agent) {
  const payer = await requireCheckoutPayer(db, agent)
  const { used } = await readSeatUse(db, agent.agencyId)
  return { payer, seats: Math.max(1, used) }
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
}

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { location } })

interface NewCheckout {
  priceId: string
  clientIp: string
  /** Of a visitor who is signed in: who pays for their agency. */
  payer?: User
  seats?: number
}

/** Opens a checkout for a new customer or a returning agency, and returns its address. */
export async function startCheckout(services: Services, { priceId, clientIp, payer, seats = 1 }: NewCheckout) {
  const { env, limits } = services
  const { stripe, priceIds } = requirePayments(services)
  if (!priceIds.includes(priceId)) throw notFound()
  if (payer?.subscriptionActive && payer.subscriptionId) throw conflict('Your subscription is already active.')
  await limits.spendByAddress(checkoutLimit, clientIp)
  const customer = await customerParameters(services, payer)
  const session = await callStripe(services, () =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: priceId, quantity: seats }],
      payment_method_collection: 'always',
      success_url: `${env.APP_URL}/thank-you/{CHECKOUT_SESSION_ID}`,
      cancel_url: payer ? `${env.APP_URL}/portal/settings#billing` : `${env.APP_URL}/get-started`,
      ...customer,
    }),
  )
  return session.url ?? `${env.APP_URL}/thank-you/${session.id}`
}

/**
 * An agent who is signed in and has had a trial pays at once, as the same customer. The address and card of a visitor who is not
 * signed in are known only afterwards: `fulfilCheckout` checks both.
 */
async function customerParameters(services: Services, payer: User | undefined) {
  const trial = { subscription_data: { trial_period_days: TRIAL_DAYS } }
  if (!payer) return trial
  const reference = { client_reference_id: payer.id }
  if (payer.subscriptionCustomerId) return { ...reference, customer: payer.subscriptionCustomerId }
  const address = { ...reference, customer_email: payer.email }
  return (await hasEmailUsedTrial(services, services.database.db, payer.email)) ? address : { ...trial, ...address }
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
