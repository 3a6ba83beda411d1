import { z } from 'zod'
import { missing, read } from './errors.ts'
import { emit } from './events.server.ts'
import type { Input } from './form.ts'
import { newId } from './ids.server.ts'
import { listOf, pageOf } from './lists.ts'
import { page } from './parameters.ts'
import type { Invoice, Subscription, SubscriptionItem } from './records.ts'
import { DAY, type Sandbox } from './sandbox.ts'

/** After a first failed charge, three more: this many days after the one before. */
export const RETRY_DAYS = [3, 5, 7]

export function addInvoice(
  sandbox: Sandbox,
  subscription: Subscription,
  item: SubscriptionItem,
  bill: { amount: number; description: string; reason: 'subscription_create' | 'subscription_cycle' },
) {
  const { state } = sandbox
  const now = sandbox.now()
  const customer = state.customers[subscription.customer]
  const id = newId('in')
  state.invoiceCount += 1
  const line = {
    id: newId('il'),
    object: 'line_item' as const,
    amount: bill.amount,
    currency: subscription.currency,
    description: bill.description,
    period: { start: item.current_period_start, end: item.current_period_end },
  }
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_name: 'Property Files',
    amount_due: bill.amount,
    amount_paid: 0,
    amount_remaining: bill.amount,
    attempt_count: 0,
    attempted: false,
    billing_reason: bill.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: listOf(`/v1/invoices/${id}/lines`, [line]),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `TEST-${String(state.invoiceCount).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    period_end: now,
    period_start: subscription.created,
    status: 'open',
    status_transitions: { finalized_at: now, paid_at: null },
    subtotal: bill.amount,
    total: bill.amount,
  }
  state.invoices[id] = invoice
  return invoice
}

/** Charges the subscription's card and says whether it paid. Nothing to pay is paid. */
export function chargeInvoice(sandbox: Sandbox, subscription: Subscription, invoice: Invoice) {
  const now = sandbox.now()
  const behaviour = sandbox.state.behaviours[subscription.default_payment_method ?? '']
  const paid = invoice.amount_due === 0 || behaviour === 'pays' || behaviour === 'authenticates'
  invoice.attempted = true
  if (invoice.amount_due > 0) invoice.attempt_count += 1
  if (paid) {
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 })
    invoice.status_transitions.paid_at = now
    invoice.next_payment_attempt = null
  } else {
    const wait = RETRY_DAYS[invoice.attempt_count - 1]
    invoice.next_payment_attempt = wait === undefined ? null : now + wait * DAY
  }
  emit(sandbox, paid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  return paid
}

const Listing = z.strictObject({
  ...page,
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})

export function listInvoices({ state }: Sandbox, input: Input) {
  const { customer, subscription, status, ...rest } = read(Listing, input)
  const matches = (invoice: Invoice) =>
    (customer === undefined || invoice.customer === customer) &&
    (subscription === undefined || invoice.parent.subscription_details.subscription === subscription) &&
    (status === undefined || invoice.status === status)
  return pageOf('/v1/invoices', Object.values(state.invoices).filter(matches), rest)
}

export function getInvoice({ state }: Sandbox, _input: Input, id: string) {
  const invoice = state.invoices[id]
  if (!invoice) throw missing('invoice', id, 'invoice')
  return invoice
}
