import { z } from 'zod'
import { startSubscription } from './billing.server.ts'
import type { Payer } from './cards.ts'
import { addCustomer, getCustomer } from './customers.server.ts'
import { invalid, missing, read } from './errors.ts'
import { emit } from './events.server.ts'
import type { Input } from './form.ts'
import { newSessionId } from './ids.server.ts'
import { pageOf } from './lists.ts'
import { email, metadata, page, webAddress, whole } from './parameters.ts'
import { attachCard } from './paymentMethods.server.ts'
import { priceToSell } from './prices.server.ts'
import type { CheckoutSession } from './records.ts'
import { DAY, type Sandbox } from './sandbox.ts'

const NewSession = z.strictObject({
  mode: z.literal('subscription'),
  line_items: z
    .array(z.strictObject({ price: z.string(), quantity: whole.pipe(z.number().min(1)).default(1) }))
    .length(1),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  customer: z.string().optional(),
  customer_email: email.optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.default({}),
  payment_method_collection: z.enum(['always', 'if_required']).default('always'),
  subscription_data: z
    .strictObject({
      trial_period_days: whole.pipe(z.number().min(1).max(730)).optional(),
      metadata: metadata.default({}),
    })
    .default({ metadata: {} }),
})

export function createCheckoutSession(sandbox: Sandbox, input: Input) {
  const wanted = read(NewSession, input)
  const { subscription_data: plan } = wanted
  const [{ price: priceId, quantity } = { price: '', quantity: 1 }] = wanted.line_items
  const price = priceToSell(sandbox, priceId, 'line_items[0][price]')
  if (wanted.customer && wanted.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
  if (wanted.customer) getCustomer(sandbox, {}, wanted.customer)
  const id = newSessionId('cs')
  const amount = plan.trial_period_days ? 0 : price.unit_amount * quantity
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: wanted.cancel_url ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    created: sandbox.now(),
    currency: price.currency,
    customer: wanted.customer ?? null,
    customer_details: null,
    customer_email: wanted.customer_email ?? null,
    expires_at: sandbox.now() + DAY,
    invoice: null,
    livemode: false,
    metadata: wanted.metadata,
    mode: 'subscription',
    payment_method_collection: wanted.payment_method_collection,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: wanted.success_url,
    url: checkoutUrl(sandbox, id),
  }
  sandbox.state.checkoutSessions[id] = session
  sandbox.state.orders[id] = { priceId, quantity, trialDays: plan.trial_period_days ?? 0, metadata: plan.metadata }
  return session
}

export const checkoutUrl = ({ state }: Pick<Sandbox, 'state'>, id: string) => `${state.url}/pay/${id}`

/** The customer has paid, or left a card for the end of the trial. */
export function completeCheckout(sandbox: Sandbox, session: CheckoutSession, payer: Payer) {
  const { state } = sandbox
  const order = state.orders[session.id]
  if (!order) throw new Error('A checkout without an order.')
  const { email: address, name } = payer
  const customer = session.customer
    ? getCustomer(sandbox, {}, session.customer)
    : addCustomer(sandbox, { email: address, name })
  const method = attachCard(sandbox, customer, payer)
  const { subscription, invoice } = startSubscription(sandbox, order, customer, method)
  delete state.orders[session.id]
  Object.assign(session, {
    customer: customer.id,
    customer_details: { email: address, name },
    invoice: invoice.id,
    payment_status: order.trialDays > 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  } satisfies Partial<CheckoutSession>)
  emit(sandbox, 'checkout.session.completed', session)
}

export function expireCheckout(sandbox: Sandbox, _input: Input, id: string) {
  const session = getCheckoutSession(sandbox, {}, id)
  if (session.status !== 'open') throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`)
  delete sandbox.state.orders[id]
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<CheckoutSession>)
  emit(sandbox, 'checkout.session.expired', session)
  return session
}

export function getCheckoutSession({ state }: Sandbox, _input: Input, id: string) {
  const session = state.checkoutSessions[id]
  if (!session) throw missing('checkout.session', id)
  return session
}

const Listing = z.strictObject({
  ...page,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  created: z.strictObject({ gte: whole.optional() }).optional(),
})

export function listCheckoutSessions({ state }: Sandbox, input: Input) {
  const { customer, subscription, status, created, ...rest } = read(Listing, input)
  const matches = (session: CheckoutSession) =>
    (customer === undefined || session.customer === customer) &&
    (subscription === undefined || session.subscription === subscription) &&
    (status === undefined || session.status === status) &&
    session.created >= (created?.gte ?? 0)
  return pageOf('/v1/checkout/sessions', Object.values(state.checkoutSessions).filter(matches), rest)
}
