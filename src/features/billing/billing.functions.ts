import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/access.ts'
import { queryKeys } from '#platform/queryKeys.ts'
import {
  readBilling,
  readKnownSubscription,
  refreshSubscription as refresh,
  resumeSubscription as resume,
} from './billing.server.ts'
import { CheckoutChoice, ConfirmationLink } from './billing.ts'
import { confirmCheckout as confirm, readConfirmation } from './confirmCheckout.server.ts'
import { fulfilCheckout as fulfil } from './fulfilCheckout.server.ts'
import { readPricing } from './pricing.server.ts'
import { inTime } from './provider.server.ts'
import { resendWelcome as resend } from './resendWelcome.server.ts'

const checkoutTries = { name: 'fulfil_checkout', points: 120, seconds: 3600 }
const confirmationTries = { name: 'confirm_checkout', points: 60, seconds: 3600 }

export const fetchPricing = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context: { services } }) => readPricing(services))

/** For whoever knows the number of a checkout: nobody but the payer and the provider does, and nobody can guess it. */
export const fulfilCheckout = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(CheckoutChoice)
  .handler(async ({ data, context: { services, clientIp } }) => {
    await services.limits.spendByAddress(checkoutTries, clientIp)
    return inTime(services, fulfil(services, data.sessionId, clientIp))
  })

export const resendWelcome = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(CheckoutChoice)
  .handler(({ data, context: { services, clientIp } }) => inTime(services, resend(services, data.sessionId, clientIp)))

/** Sent, not part of an address: the token would end up in the logs of proxies. */
export const fetchCheckoutConfirmation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ConfirmationLink)
  .handler(async ({ data, context: { services, clientIp } }) => {
    await services.limits.spendByAddress(confirmationTries, clientIp)
    return inTime(services, readConfirmation(services, data.token))
  })

export const confirmCheckout = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ConfirmationLink)
  .handler(async ({ data, context: { services, clientIp } }) => {
    await services.limits.spendByAddress(confirmationTries, clientIp)
    return inTime(services, confirm(services, data.token))
  })

export const fetchSubscription = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { db, agent } }) => readKnownSubscription(db, agent))

export const fetchBilling = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { services, agent } }) => inTime(services, readBilling(services, agent)))

export const resumeSubscription = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context: { services, agent } }) => inTime(services, resume(services, agent)))

export const refreshSubscription = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context: { services, agent } }) => inTime(services, refresh(services, agent)))

/** Each of these is shown in a place of its own, which says so when it fails. */
const meta = { handled: true }
export const pricingQuery = queryOptions({ queryKey: [queryKeys.pricing], queryFn: () => fetchPricing(), meta })
export const subscriptionQuery = queryOptions({
  queryKey: [queryKeys.user, 'subscription'],
  queryFn: () => fetchSubscription(),
  meta,
})
export const billingQuery = queryOptions({ queryKey: [queryKeys.user, 'billing'], queryFn: () => fetchBilling(), meta })
export type KnownSubscription = Awaited<ReturnType<typeof fetchSubscription>>
export type Billing = NonNullable<Awaited<ReturnType<typeof fetchBilling>>>
