import {
  type CheckoutSession,
  type Customer,
  type Invoice,
  type InvoiceLine,
  newId,
  type Order,
  type PaymentMethod,
  type Price,
  prices,
  product,
  type State,
  type Subscription,
} from './store.ts'

/** What happens to a subscription: bought, renewed, unpaid, cancelled, ended. Times are in seconds. */
export interface Sandbox {
  state: State
  /** The sandbox's own time. While it catches up with overdue work, the time at which that was due. */
  now: () => number
}

/** A card that somebody types in. The number itself is never kept. */
export interface Payer {
  email: string
  name: string
  card: PaymentMethod['card']
}

export const DAY_SECONDS = 86_400
const TRIAL_NOTICE_SECONDS = 3 * DAY_SECONDS
/** After the first failed charge, three more: so many days after the one before. */
const RETRY_DAYS = [3, 5, 7]
/** The last digits of the test card that is accepted, and then fails when it is charged. */
export const FAILING_LAST4 = '0341'

type EventType =
  | 'checkout.session.completed'
  | `customer.subscription.${'created' | 'updated' | 'deleted' | 'trial_will_end'}`
  | 'invoice.paid'
  | 'invoice.payment_failed'

/** Keeps an event, with the record as it is now, until the application has accepted it. */
function emit({ state, now }: Sandbox, type: EventType, record: object) {
  const event = {
    id: newId('evt'),
    object: 'event',
    created: now(),
    data: { object: structuredClone(record) },
    livemode: false,
    type,
  }
  state.undelivered.push({ event, attempts: 0, nextAttempt: Date.now() })
}

/** The customer has paid, or left a card for the end of the trial. */
export function completeCheckout(sandbox: Sandbox, session: CheckoutSession, payer: Payer) {
  const { state } = sandbox
  const order = state.orders.get(session.id)
  const price = prices.get(order?.priceId ?? '')
  if (!order || !price) throw new Error('The checkout has no order.')
  const customer = state.customers.get(session.customer ?? '') ?? addCustomer(state, payer)
  const method = attachCard(state, customer, payer)
  const subscription = startSubscription(sandbox, price, order, method)
  state.orders.delete(session.id)
  Object.assign(session, {
    customer: customer.id,
    customer_details: { email: payer.email, name: payer.name },
    payment_status: order.trialDays > 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  } satisfies Partial<CheckoutSession>)
  emit(sandbox, 'checkout.session.completed', session)
}

export function expireCheckout({ state }: Sandbox, session: CheckoutSession) {
  state.orders.delete(session.id)
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<CheckoutSession>)
}

function addCustomer({ customers }: State, { email, name }: Payer) {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    email,
    name,
    invoice_settings: { default_payment_method: null },
    metadata: {},
  }
  customers.set(customer.id, customer)
  return customer
}

/** The customer's new card, and the one that later invoices are charged to. */
export function attachCard(state: State, customer: Customer, { card }: Pick<Payer, 'card'>) {
  const method: PaymentMethod = { id: newId('pm'), object: 'payment_method', customer: customer.id, card }
  state.paymentMethods.set(method.id, method)
  customer.invoice_settings.default_payment_method = method.id
  return method
}

/** With the customer go the card and every subscription that has not ended. */
export function deleteCustomer(sandbox: Sandbox, { id }: Customer) {
  const { state } = sandbox
  for (const subscription of state.subscriptions.values())
    if (subscription.customer === id && subscription.status !== 'canceled') endSubscription(sandbox, subscription)
  for (const method of state.paymentMethods.values()) if (method.customer === id) state.paymentMethods.delete(method.id)
  state.customers.delete(id)
}

/** The first period is free, or paid at once. */
function startSubscription(sandbox: Sandbox, price: Price, order: Order, method: PaymentMethod) {
  const { trialDays, quantity, metadata } = order
  const { state } = sandbox
  const now = sandbox.now()
  const trialEnd = trialDays > 0 ? now + trialDays * DAY_SECONDS : null
  const item: SubscriptionItem = {
    id: newId('si'),
    current_period_start: now,
    current_period_end: trialEnd ?? periodEnd(now, now, price),
    price,
    quantity,
  }
  const invoice = addInvoice(sandbox, method.customer, [trialEnd ? trialLine(item) : periodLine(item)])
  const subscription: Subscription = {
    id: newId('sub'),
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    created: now,
    currency: price.currency,
    customer: method.customer,
    default_payment_method: method.id,
    ended_at: null,
    items: { object: 'list', data: [item] },
    latest_invoice: invoice.id,
    metadata,
    status: trialEnd ? 'trialing' : 'active',
    trial_end: trialEnd,
  }
  state.subscriptions.set(subscription.id, subscription)
  emit(sandbox, 'customer.subscription.created', subscription)
  chargeInvoice(sandbox, subscription, invoice)
  return subscription
}

function changeSubscription(sandbox: Sandbox, subscription: Subscription, changes: Partial<Subscription>) {
  Object.assign(subscription, changes)
  emit(sandbox, 'customer.subscription.updated', subscription)
}

export const changeCard = (sandbox: Sandbox, subscription: Subscription, { id }: PaymentMethod) =>
  changeSubscription(sandbox, subscription, { default_payment_method: id })

/** Ends with the period that is paid for. Until then it can be resumed. */
export const cancelAtPeriodEnd = (sandbox: Sandbox, subscription: Subscription, cancel: boolean) =>
  changeSubscription(sandbox, subscription, {
    cancel_at_period_end: cancel,
    cancel_at: cancel ? subscription.items.data[0].current_period_end : null,
  })

export function endSubscription(sandbox: Sandbox, subscription: Subscription) {
  Object.assign(subscription, { status: 'canceled', ended_at: sandbox.now() } satisfies Partial<Subscription>)
  const invoice = sandbox.state.invoices.get(subscription.latest_invoice)
  if (invoice) invoice.next_payment_attempt = null
  emit(sandbox, 'customer.subscription.deleted', subscription)
}

/** The first paid period begins now instead of at the end of the trial. */
export function endTrialNow(sandbox: Sandbox, subscription: Subscription) {
  const now = sandbox.now()
  Object.assign(subscription, { trial_end: now, billing_cycle_anchor: now } satisfies Partial<Subscription>)
  subscription.items.data[0].current_period_end = now
  renew(sandbox, subscription)
}

/** The next period begins, and with it its invoice. */
function renew(sandbox: Sandbox, subscription: Subscription) {
  const [item] = subscription.items.data
  item.current_period_start = item.current_period_end
  item.current_period_end = periodEnd(subscription.billing_cycle_anchor, item.current_period_start, item.price)
  const invoice = addInvoice(sandbox, subscription.customer, [periodLine(item)])
  const isPaid = chargeInvoice(sandbox, subscription, invoice)
  changeSubscription(sandbox, subscription, { latest_invoice: invoice.id, status: isPaid ? 'active' : 'past_due' })
}

export type SubscriptionItem = Subscription['items']['data'][0]

interface ChargeBehavior {
  prorationBehavior: 'always_invoice' | 'none'
  paymentBehavior: 'error_if_incomplete' | 'allow_incomplete'
}

/**
 * Another quantity. `always_invoice` charges the rest of the period at once, as Stripe does: a credit for the unused time of the old quantity
 * and a charge for the new one. `none` charges nothing until the next period. A trial has nothing to prorate. When the card does not pay,
 * `error_if_incomplete` changes nothing and returns false; `allow_incomplete` leaves the invoice open and the subscription past due.
 */
export function changeQuantity(
  sandbox: Sandbox,
  subscription: Subscription,
  quantity: number,
  { prorationBehavior, paymentBehavior }: ChargeBehavior,
) {
  const [item] = subscription.items.data
  const lines = prorationBehavior === 'none' ? [] : prorationLines(sandbox, subscription, quantity)
  if (lines.length > 0) {
    const mustPay = sumLines(lines) > 0 && paymentBehavior === 'error_if_incomplete'
    if (mustPay && !canPay(sandbox, subscription)) return false
    const invoice = addInvoice(sandbox, subscription.customer, lines)
    if (!chargeInvoice(sandbox, subscription, invoice)) subscription.status = 'past_due'
    subscription.latest_invoice = invoice.id
  }
  item.quantity = quantity
  changeSubscription(sandbox, subscription, {})
  return true
}

/** What a change to this quantity costs for the rest of the period. To the second, each line rounded. */
export function prorationLines(sandbox: Sandbox, { status, items }: Subscription, quantity: number): InvoiceLine[] {
  const [item] = items.data
  if (status === 'trialing' || quantity === item.quantity) return []
  const start = sandbox.now()
  const { current_period_start, current_period_end: end, price } = item
  const share = (end - start) / (end - current_period_start)
  const line = (name: string, count: number, sign: number) =>
    invoiceLine({
      amount: sign * Math.round(price.unit_amount * count * share),
      description: `${name} time on ${count} × ${product.name}`,
      period: { start, end },
      quantity: count,
      isProration: true,
    })
  return [line('Unused', item.quantity, -1), line('Remaining', quantity, 1)]
}

export const periodLine = ({ price, quantity, current_period_start, current_period_end }: SubscriptionItem) =>
  invoiceLine({
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${product.name}`,
    period: { start: current_period_start, end: current_period_end },
    quantity,
  })

const trialLine = (item: SubscriptionItem) => ({
  ...periodLine(item),
  amount: 0,
  description: `Free trial of ${item.quantity} × ${product.name}`,
})

interface NewLine extends Pick<InvoiceLine, 'amount' | 'description' | 'period' | 'quantity'> {
  isProration?: boolean
}

const invoiceLine = ({ isProration: proration = false, ...line }: NewLine): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  ...line,
  parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
})

export const sumLines = (lines: InvoiceLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

function addInvoice({ state, now }: Sandbox, customer: string, lines: InvoiceLine[]) {
  state.invoiceCount += 1
  const invoice: Invoice = {
    id: newId('in'),
    object: 'invoice',
    amount_paid: 0,
    attempt_count: 0,
    created: now(),
    currency: 'nzd',
    customer,
    lines: { object: 'list', data: lines },
    next_payment_attempt: null,
    number: `TEST-${String(state.invoiceCount).padStart(4, '0')}`,
    status: 'open',
    total: sumLines(lines),
  }
  state.invoices.set(invoice.id, invoice)
  return invoice
}

function canPay({ state }: Sandbox, { default_payment_method: method }: Subscription) {
  const card = state.paymentMethods.get(method)?.card
  return card !== undefined && card.last4 !== FAILING_LAST4
}

/** Charges the subscription's card and returns whether it paid. */
function chargeInvoice(sandbox: Sandbox, subscription: Subscription, invoice: Invoice) {
  const isPaid = invoice.total <= 0 || canPay(sandbox, subscription)
  if (isPaid) Object.assign(invoice, { status: 'paid', amount_paid: invoice.total, next_payment_attempt: null })
  else {
    const days = RETRY_DAYS[invoice.attempt_count]
    invoice.attempt_count += 1
    invoice.next_payment_attempt = days === undefined ? null : sandbox.now() + days * DAY_SECONDS
  }
  emit(sandbox, isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  return isPaid
}

/** Another try at an open invoice: when it is due, or because the customer asked for it. After the last one the subscription ends. */
export function payAgain(sandbox: Sandbox, subscription: Subscription, invoice: Invoice) {
  const isPaid = chargeInvoice(sandbox, subscription, invoice)
  const isOver = subscription.status === 'canceled'
  if (isPaid && !isOver) changeSubscription(sandbox, subscription, { status: 'active' })
  if (!isPaid && !isOver && invoice.next_payment_attempt === null) endSubscription(sandbox, subscription)
  return isPaid
}

/** When the period that starts at `start` ends: on the anchor's day of the month, or on the last day of a shorter month. */
function periodEnd(anchor: number, start: number, { recurring }: Price) {
  const months = recurring.interval === 'year' ? 12 : 1
  let end = anchor
  for (let periods = 1; end <= start; periods += 1) end = addMonths(anchor, periods * months)
  return end
}

function addMonths(seconds: number, months: number) {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}

interface DueWork {
  at: number
  run: () => void
}

/**
 * Does everything that is overdue, one thing at a time and in the order of the calendar, each at its own hour: what one does (an invoice
 * fails) decides what is due next (it is charged again).
 */
export function catchUp(sandbox: Sandbox) {
  const until = sandbox.now()
  for (;;) {
    const [next] = dueWork(sandbox)
      .filter(({ at }) => at <= until)
      .toSorted((a, b) => a.at - b.at)
    if (!next) return
    const { now } = sandbox
    sandbox.now = () => next.at
    try {
      next.run()
    } finally {
      sandbox.now = now
    }
  }
}

const dueWork = (sandbox: Sandbox): DueWork[] => [
  ...[...sandbox.state.checkoutSessions.values()]
    .filter(({ status }) => status === 'open')
    .map((session) => ({ at: session.expires_at, run: () => expireCheckout(sandbox, session) })),
  ...[...sandbox.state.subscriptions.values()]
    .filter(({ status }) => status !== 'canceled' && status !== 'unpaid')
    .flatMap((subscription) => dueForSubscription(sandbox, subscription)),
]

function dueForSubscription(sandbox: Sandbox, subscription: Subscription): DueWork[] {
  const { state } = sandbox
  const { id, status, trial_end, created, latest_invoice } = subscription
  const due: DueWork[] = [
    {
      at: subscription.items.data[0].current_period_end,
      run: () =>
        subscription.cancel_at_period_end ? endSubscription(sandbox, subscription) : renew(sandbox, subscription),
    },
  ]
  if (status === 'trialing' && trial_end !== null && !state.announcedTrialEnds.has(id))
    due.push({
      at: Math.max(created, trial_end - TRIAL_NOTICE_SECONDS),
      run: () => {
        state.announcedTrialEnds.add(id)
        emit(sandbox, 'customer.subscription.trial_will_end', subscription)
      },
    })
  const invoice = state.invoices.get(latest_invoice)
  if (status === 'past_due' && invoice && invoice.next_payment_attempt !== null)
    due.push({ at: invoice.next_payment_attempt, run: () => payAgain(sandbox, subscription, invoice) })
  return due
}

export function advanceClock(sandbox: Sandbox, days: number) {
  sandbox.state.aheadSeconds += Math.round(days * DAY_SECONDS)
  catchUp(sandbox)
}
