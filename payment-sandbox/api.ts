import { z } from 'zod'
import {
  type CheckoutSession,
  newSecret,
  type PortalSession,
  prices,
  product,
  type State,
  type Subscription,
} from './store.ts'
import {
  cancelAtPeriodEnd,
  changeQuantity,
  DAY_SECONDS,
  deleteCustomer,
  endSubscription,
  endTrialNow,
  prorationLines,
  type Sandbox,
  sumLines,
} from './subscriptions.ts'

/** An error in Stripe's format. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  constructor(status: number, type: string, message: string, code?: string) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
  }
}

const invalidRequest = (message: string, code?: string) => new ApiError(400, 'invalid_request_error', message, code)
const missing = (what: string, id: string) =>
  new ApiError(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing')

/** Parameters that the application does not use are refused, so that a test notices when it begins to. */
export function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidRequest(`Invalid parameters: ${z.prettifyError(parsed.error)}`)
}

const Nothing = z.strictObject({})
const Whole = z.string().regex(/^\d+$/).transform(Number)
const Limit = Whole.pipe(z.number().min(1).max(100))
const Quantity = Whole.pipe(z.number().min(1).max(999_999))
const Metadata = z.record(z.string().max(40), z.string().max(500))
/** A link to `javascript:` would run in the page. */
const WebAddress = z.url({ protocol: /^https?$/ })

type Operation = (sandbox: Sandbox, input: unknown, id: string) => object

/** Every request that the application sends to Stripe. */
export const operations: Record<string, Operation> = {
  'GET /v1/prices/:id': (_sandbox, input, id) => {
    read(Nothing, input)
    return find(prices, 'price', id)
  },
  'POST /v1/checkout/sessions': createCheckout,
  'GET /v1/checkout/sessions': listCheckouts,
  'GET /v1/checkout/sessions/:id': ({ state }, input, id) => {
    read(Nothing, input)
    return find(state.checkoutSessions, 'checkout.session', id)
  },
  'GET /v1/subscriptions': ({ state }, input) => {
    const { customer, limit } = read(
      z.strictObject({ customer: z.string(), status: z.literal('all'), limit: Limit }),
      input,
    )
    return newestOf(state.subscriptions, customer, limit)
  },
  'GET /v1/subscriptions/:id': ({ state }, input, id) => {
    read(Nothing, input)
    return find(state.subscriptions, 'subscription', id)
  },
  'POST /v1/subscriptions/:id': updateSubscription,
  'DELETE /v1/subscriptions/:id': (sandbox, input, id) => {
    read(Nothing, input)
    const subscription = find(sandbox.state.subscriptions, 'subscription', id)
    if (subscription.status === 'canceled') throw missing('subscription', id)
    endSubscription(sandbox, subscription)
    return subscription
  },
  'GET /v1/invoices': ({ state }, input) => {
    const { customer, limit } = read(z.strictObject({ customer: z.string(), limit: Limit }), input)
    return newestOf(state.invoices, customer, limit)
  },
  'POST /v1/invoices/create_preview': previewInvoice,
  'GET /v1/customers/search': searchCustomers,
  'GET /v1/customers/:id': ({ state }, input, id) => {
    read(Nothing, input)
    return find(state.customers, 'customer', id)
  },
  'POST /v1/customers/:id': ({ state }, input, id) => {
    const { metadata, ...changes } = read(CustomerChange, input)
    const customer = find(state.customers, 'customer', id)
    return Object.assign(customer, changes, { metadata: { ...customer.metadata, ...metadata } })
  },
  'DELETE /v1/customers/:id': (sandbox, input, id) => {
    read(Nothing, input)
    deleteCustomer(sandbox, find(sandbox.state.customers, 'customer', id))
    return { id, object: 'customer', deleted: true }
  },
  'POST /v1/billing_portal/sessions': createPortalSession,
}

const CustomerChange = z.strictObject({
  // Empty to remove it.
  email: z.email().or(z.literal('')).optional(),
  name: z.string().optional(),
  metadata: Metadata.optional(),
})

const CustomerSearch = z.strictObject({
  query: z.string().regex(/^metadata\['\w+'\]:'\w+'$/),
  limit: Limit,
})

/** By one entry of the metadata, which is all that the application searches for. */
function searchCustomers({ state }: Sandbox, input: unknown) {
  const { query, limit } = read(CustomerSearch, input)
  const [, key = '', , value] = query.split("'")
  const found = [...state.customers.values()].filter(({ metadata }) => metadata[key] === value).toReversed()
  return { object: 'search_result', has_more: found.length > limit, data: found.slice(0, limit) }
}

const NewCheckout = z.strictObject({
  mode: z.literal('subscription'),
  line_items: z.strictObject({ 0: z.strictObject({ price: z.string(), quantity: Quantity }) }),
  payment_method_collection: z.literal('always'),
  success_url: WebAddress,
  cancel_url: WebAddress,
  client_reference_id: z.string().optional(),
  customer: z.string().optional(),
  customer_email: z.email().optional(),
  metadata: Metadata.optional(),
  subscription_data: z.strictObject({ trial_period_days: Whole.optional(), metadata: Metadata.optional() }).optional(),
})

function createCheckout({ state, now }: Sandbox, input: unknown) {
  const wanted = read(NewCheckout, input)
  if (wanted.customer && wanted.customer_email) throw invalidRequest('Specify either customer or customer_email.')
  if (wanted.customer) find(state.customers, 'customer', wanted.customer)
  const price = find(prices, 'price', wanted.line_items[0].price)
  const { quantity } = wanted.line_items[0]
  const trialDays = wanted.subscription_data?.trial_period_days ?? 0
  const id = newSecret('cs_test')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    amount_total: trialDays > 0 ? 0 : price.unit_amount * quantity,
    cancel_url: wanted.cancel_url,
    client_reference_id: wanted.client_reference_id ?? null,
    created: now(),
    customer: wanted.customer ?? null,
    customer_details: null,
    customer_email: wanted.customer_email ?? null,
    expires_at: now() + DAY_SECONDS,
    metadata: wanted.metadata ?? {},
    mode: wanted.mode,
    payment_method_collection: wanted.payment_method_collection,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: wanted.success_url,
    url: checkoutUrl(state, id),
  }
  state.checkoutSessions.set(id, session)
  state.orders.set(id, {
    priceId: price.id,
    trialDays,
    quantity,
    metadata: wanted.subscription_data?.metadata ?? {},
  })
  return session
}

export const checkoutUrl = ({ url }: State, id: string) => `${url}/pay/${id}`

const CheckoutPage = z.strictObject({
  status: z.literal('complete'),
  created: z.strictObject({ gte: Whole }),
  limit: Limit,
  starting_after: z.string().optional(),
})

function listCheckouts({ state }: Sandbox, input: unknown) {
  const { status, created, limit, starting_after: last } = read(CheckoutPage, input)
  const newestFirst = [...state.checkoutSessions.values()]
    .filter((session) => session.status === status && session.created >= created.gte)
    .toReversed()
  const start = last === undefined ? 0 : newestFirst.findIndex(({ id }) => id === last) + 1
  return {
    object: 'list',
    has_more: newestFirst.length > start + limit,
    data: newestFirst.slice(start, start + limit),
  }
}

function newestOf<T extends { customer: string }>(records: Map<string, T>, customer: string, limit: number) {
  const own = [...records.values()].filter((record) => record.customer === customer).toReversed()
  return { object: 'list', has_more: own.length > limit, data: own.slice(0, limit) }
}

const QuantityChange = z.strictObject({
  items: z.strictObject({ 0: z.strictObject({ id: z.string(), quantity: Quantity }) }),
  proration_behavior: z.enum(['always_invoice', 'none']),
})

const SubscriptionChange = z.union([
  z.strictObject({ cancel_at_period_end: z.enum(['true', 'false']) }),
  z.strictObject({ trial_end: z.literal('now') }),
  QuantityChange.extend({ payment_behavior: z.enum(['error_if_incomplete', 'allow_incomplete']) }),
])

function updateSubscription(sandbox: Sandbox, input: unknown, id: string) {
  const change = read(SubscriptionChange, input)
  const subscription = find(sandbox.state.subscriptions, 'subscription', id)
  if (subscription.status === 'canceled') throw invalidRequest('A canceled subscription cannot be changed.')
  if ('cancel_at_period_end' in change) cancelAtPeriodEnd(sandbox, subscription, change.cancel_at_period_end === 'true')
  else if ('items' in change) {
    const quantity = wantedQuantity(subscription, change)
    const behavior = { prorationBehavior: change.proration_behavior, paymentBehavior: change.payment_behavior }
    if (!changeQuantity(sandbox, subscription, quantity, behavior))
      throw new ApiError(402, 'card_error', 'Your card was declined.', 'card_declined')
  } else if (subscription.status === 'trialing') endTrialNow(sandbox, subscription)
  return subscription
}

function wantedQuantity({ items }: Subscription, { items: { 0: wanted } }: z.infer<typeof QuantityChange>) {
  if (items.data[0].id !== wanted.id) throw missing('subscription_item', wanted.id)
  return wanted.quantity
}

const Preview = z.strictObject({
  subscription: z.string(),
  subscription_details: QuantityChange.extend({ proration_behavior: z.literal('always_invoice') }),
})

/** The invoice that a change of the quantity would make. */
function previewInvoice(sandbox: Sandbox, input: unknown) {
  const { subscription: id, subscription_details: change } = read(Preview, input)
  const subscription = find(sandbox.state.subscriptions, 'subscription', id)
  const lines = prorationLines(sandbox, subscription, wantedQuantity(subscription, change))
  const total = sumLines(lines)
  return {
    object: 'invoice',
    amount_due: Math.max(0, total),
    currency: subscription.currency,
    customer: subscription.customer,
    lines: { object: 'list', data: lines },
    total,
  }
}

/** The link opens somebody's card and plan, so it works for an hour only. */
const PORTAL_SECONDS = 3_600

function createPortalSession(sandbox: Sandbox, input: unknown) {
  const { state, now } = sandbox
  const { customer, return_url } = read(z.strictObject({ customer: z.string(), return_url: WebAddress }), input)
  find(state.customers, 'customer', customer)
  const id = newSecret('bps_test')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: now(),
    customer,
    return_url,
    url: `${state.url}/portal/${id}`,
  }
  for (const { id: old } of state.portalSessions.values())
    if (!findOpenPortalSession(sandbox, old)) state.portalSessions.delete(old)
  state.portalSessions.set(id, session)
  return session
}

export function findOpenPortalSession({ state, now }: Sandbox, id: string) {
  const session = state.portalSessions.get(id)
  return session && session.created + PORTAL_SECONDS > now() ? session : undefined
}

function find<T>(records: Map<string, T>, what: string, id: string) {
  const record = records.get(id)
  if (!record) throw missing(what, id)
  return record
}

type Tree = { [name: string]: unknown }

/** The response with the ids at these paths (`data.latest_invoice`) replaced by the records they point to. */
export function expand(state: State, response: object, paths: string[]) {
  const copy: Tree = structuredClone({ ...response })
  for (const path of paths) expandPath(state, copy, path.split('.'))
  return copy
}

function expandPath(state: State, holder: Tree, [step = '', ...rest]: string[]) {
  if (!Object.hasOwn(holder, step)) throw invalidRequest(`This property cannot be expanded: ${step}`)
  const value = holder[step]
  if (typeof value === 'string') holder[step] = structuredClone(recordCalled(state, value))
  if (rest.length === 0) return
  const expanded = holder[step]
  for (const inner of Array.isArray(expanded) ? expanded : [expanded]) if (isTree(inner)) expandPath(state, inner, rest)
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Nothing for a record that was deleted. */
const recordCalled = ({ paymentMethods, subscriptions, invoices }: State, id: string) =>
  id === product.id ? product : (paymentMethods.get(id) ?? subscriptions.get(id) ?? invoices.get(id) ?? null)

type Form = { [name: string]: string | Form }

/** Stripe's form encoding: `line_items[0][price]=…` is an object in an object. */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) put(form, name.replaceAll(']', '').split('['), value)
  return form
}

function put(form: Form, [key = '', ...rest]: string[], value: string) {
  if (rest.length === 0) {
    form[key] = value
    return
  }
  const known = form[key]
  const inner: Form = typeof known === 'object' ? known : Object.create(null)
  form[key] = inner
  put(inner, rest, value)
}
