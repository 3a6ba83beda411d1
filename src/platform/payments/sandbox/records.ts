import type Stripe from 'stripe'

/**
 * What the sandbox keeps, in the shapes that the provider publishes. The fields are taken from the library's own
 * types, so a renamed one is found by the compiler; a link is kept as an id and followed only when asked to.
 */
type Link<V> = V extends { object: 'list' } ? V : V extends { object: string } ? never : V
type Kept<T, Fields extends keyof T> = { [F in Fields]: Link<T[F]> }
export interface List<T> {
  object: 'list'
  url: string
  has_more: boolean
  data: T[]
}

export type Product = Kept<
  Stripe.Product,
  'id' | 'object' | 'active' | 'created' | 'description' | 'images' | 'livemode' | 'metadata' | 'name' | 'updated'
> & { default_price: string }

export type Price = Kept<
  Stripe.Price,
  | ('id' | 'object' | 'active' | 'billing_scheme' | 'created' | 'currency' | 'livemode' | 'lookup_key')
  | ('metadata' | 'nickname' | 'tax_behavior' | 'type')
> & {
  product: string
  unit_amount: number
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count' | 'usage_type' | 'meter'>
}

export type Customer = Kept<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'description' | 'email' | 'livemode' | 'metadata' | 'name' | 'phone'
> & { invoice_settings: { default_payment_method: string | null } }

export type PaymentMethod = Kept<
  Stripe.PaymentMethod,
  'id' | 'object' | 'created' | 'livemode' | 'metadata' | 'type'
> & {
  customer: string | null
  billing_details: { email: string | null; name: string | null; phone: null; address: null }
  card: Pick<
    Stripe.PaymentMethod.Card,
    'brand' | 'last4' | 'exp_month' | 'exp_year' | 'fingerprint' | 'funding' | 'country'
  >
}

export type SubscriptionItem = Kept<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_end' | 'current_period_start' | 'metadata' | 'subscription'
> & { price: Price; quantity: number }

export type Subscription = Kept<
  Stripe.Subscription,
  | ('id' | 'object' | 'billing_cycle_anchor' | 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'created')
  | ('collection_method' | 'currency' | 'default_payment_method' | 'description' | 'ended_at' | 'latest_invoice')
  | ('livemode' | 'metadata' | 'start_date' | 'status' | 'trial_end' | 'trial_start')
> & { customer: string; items: List<SubscriptionItem> }

export type InvoiceLine = Pick<
  Stripe.InvoiceLineItem,
  'id' | 'object' | 'amount' | 'currency' | 'description' | 'period'
>

export type Invoice = Kept<
  Stripe.Invoice,
  | ('id' | 'object' | 'account_name' | 'amount_due' | 'amount_paid' | 'amount_remaining' | 'attempt_count')
  | ('attempted' | 'billing_reason' | 'collection_method' | 'created' | 'currency' | 'customer_email')
  | ('customer_name' | 'hosted_invoice_url' | 'invoice_pdf' | 'livemode' | 'metadata' | 'next_payment_attempt')
  | ('number' | 'period_end' | 'period_start' | 'status' | 'subtotal' | 'total')
> & {
  customer: string
  lines: List<InvoiceLine>
  parent: { type: 'subscription_details'; subscription_details: { subscription: string; metadata: Stripe.Metadata } }
  status_transitions: { finalized_at: number; paid_at: number | null }
}

export type CheckoutSession = Kept<
  Stripe.Checkout.Session,
  | ('id' | 'object' | 'amount_subtotal' | 'amount_total' | 'cancel_url' | 'client_reference_id' | 'created')
  | ('currency' | 'customer' | 'customer_email' | 'expires_at' | 'livemode' | 'metadata' | 'mode' | 'invoice')
  | ('payment_method_collection' | 'payment_method_types' | 'payment_status' | 'status' | 'subscription' | 'url')
> & { success_url: string; customer_details: { email: string | null; name: string | null } | null }

export type PortalSession = Kept<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'customer' | 'livemode' | 'return_url' | 'url'
>

export interface SandboxEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: null
  type: Stripe.Event['type']
}
