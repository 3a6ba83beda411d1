import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import { limitPageAge } from '#platform/http/currentRequest.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { CheckoutSessionInput, ConfirmationTokenInput, NewPayer, NewSeat } from './billing.schema.ts'
import {
  readBilling,
  readStoredSubscription,
  refreshSubscription as refresh,
  resumeSubscription as resume,
} from './server/billing.server.ts'
import { changePayer as passBilling } from './server/changePayer.server.ts'
import { fulfilCheckout as fulfil, resendCheckoutEmail } from './server/fulfilCheckout.server.ts'
import { confirmCheckout as confirm, readCheckoutConfirmation } from './server/heldCheckout.server.ts'
import { readPricing } from './server/pricing.server.ts'
import { addSeat as buySeat, readSeatPrice } from './server/seats.server.ts'
import { withStripeTimeout } from './server/stripe.server.ts'

const fulfilmentLimit = { name: 'fulfil_checkout', points: 120, seconds: 3600 }
const confirmationLimit = { name: 'confirm_checkout', points: 60, seconds: 3600 }

/** Stripe does not tell when a price changes. */
const MAX_AGE_OF_PRICES_MS = 5_000

export const fetchPricing = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context: { services } }) => {
    limitPageAge(MAX_AGE_OF_PRICES_MS)
    return readPricing(services)
  })

/** For anyone with the id of a checkout session: only the payer and Stripe have it, and it cannot be guessed. */
export const fulfilCheckout = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(CheckoutSessionInput)
  .handler(async ({ data, context: { services, clientIp } }) => {
    await services.limits.spendByAddress(fulfilmentLimit, clientIp)
    return withStripeTimeout(services, fulfil(services, data.sessionId, clientIp))
  })

export const resendWelcome = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(CheckoutSessionInput)
  .handler(({ data, context: { services, clientIp } }) =>
    withStripeTimeout(services, resendCheckoutEmail(services, data.sessionId, clientIp)),
  )

/** POST, because in an address the token would end up in the logs of proxies. */
export const fetchCheckoutConfirmation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ConfirmationTokenInput)
  .handler(async ({ data, context: { services, clientIp } }) => {
    await services.limits.spendByAddress(confirmationLimit, clientIp)
    return withStripeTimeout(services, readCheckoutConfirmation(services, data.token))
  })

export const confirmCheckout = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ConfirmationTokenInput)
  .handler(async ({ data, context: { services, clientIp } }) => {
    await services.limits.spendByAddress(confirmationLimit, clientIp)
    return withStripeTimeout(services, confirm(services, data.token))
  })

export const fetchSubscription = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { db, agent } }) => readStoredSubscription(db, agent))

export const fetchBilling = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { services, agent } }) => withStripeTimeout(services, readBilling(services, agent)))

export const resumeSubscription = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context: { services, agent } }) => withStripeTimeout(services, resume(services, agent)))

export const refreshSubscription = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context: { services, agent } }) => withStripeTimeout(services, refresh(services, agent)))

export const fetchSeatPrice = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { services, agent } }) => withStripeTimeout(services, readSeatPrice(services, agent)))

export const addSeat = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(NewSeat)
  .handler(({ data, context: { services, agent } }) => withStripeTimeout(services, buySeat(services, agent, data)))

export const changePayer = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(NewPayer)
  .handler(({ data, context: { services, agent } }) => passBilling(services, agent, data.userId))

/** The components show these errors themselves. */
const meta = { handled: true }
export const pricingQuery = queryOptions({ queryKey: queryKeys.pricing, queryFn: () => fetchPricing(), meta })
export const subscriptionQuery = queryOptions({
  queryKey: queryKeys.user.subscription,
  queryFn: () => fetchSubscription(),
  meta,
})
export const billingQuery = queryOptions({ queryKey: queryKeys.user.billing, queryFn: () => fetchBilling(), meta })
export const seatPriceQuery = queryOptions({
  queryKey: queryKeys.user.seatPrice,
  queryFn: () => fetchSeatPrice(),
  // A price that is shown is asked for again each time.
  staleTime: 0,
  gcTime: 0,
  meta,
})
export type StoredSubscription = Awaited<ReturnType<typeof fetchSubscription>>
export type Billing = NonNullable<Awaited<ReturnType<typeof fetchBilling>>>
