import { z } from 'zod'
import { missing, read } from './errors.ts'
import { emit } from './events.server.ts'
import type { Input } from './form.ts'
import { newId } from './ids.server.ts'
import { pageOf } from './lists.ts'
import { email, metadata, page } from './parameters.ts'
import type { Customer } from './records.ts'
import type { Sandbox } from './sandbox.ts'
import { endSubscription } from './subscription.server.ts'

const Details = z.strictObject({
  email: email.optional(),
  name: z.string().max(256).optional(),
  description: z.string().max(350).optional(),
  metadata: metadata.optional(),
})

export const createCustomer = (sandbox: Sandbox, input: Input) => addCustomer(sandbox, read(Details, input))

export function addCustomer(sandbox: Sandbox, details: Partial<Customer>) {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: sandbox.now(),
    description: null,
    email: null,
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    ...details,
  }
  sandbox.state.customers[customer.id] = customer
  emit(sandbox, 'customer.created', customer)
  return customer
}

export function updateCustomer(sandbox: Sandbox, input: Input, id: string) {
  const { metadata: more, ...details } = read(Details, input)
  const customer = getCustomer(sandbox, {}, id)
  Object.assign(customer, details, { metadata: { ...customer.metadata, ...more } })
  emit(sandbox, 'customer.updated', customer)
  return customer
}

export function getCustomer({ state }: Sandbox, _input: Input, id: string) {
  const customer = state.customers[id]
  if (!customer) throw missing('customer', id)
  return customer
}

/** With the customer go the card and every subscription that still runs. */
export function deleteCustomer(sandbox: Sandbox, _input: Input, id: string) {
  const { state } = sandbox
  const customer = getCustomer(sandbox, {}, id)
  for (const subscription of Object.values(state.subscriptions))
    if (subscription.customer === id && subscription.status !== 'canceled') endSubscription(sandbox, subscription)
  for (const method of Object.values(state.paymentMethods))
    if (method.customer === id) delete state.paymentMethods[method.id]
  delete state.customers[id]
  emit(sandbox, 'customer.deleted', customer)
  return { id, object: 'customer' as const, deleted: true as const }
}

const Listing = z.strictObject({ ...page, email: z.string().optional() })

export function listCustomers({ state }: Sandbox, input: Input) {
  const { email: wanted, ...rest } = read(Listing, input)
  const matches = (customer: Customer) => wanted === undefined || customer.email === wanted
  return pageOf('/v1/customers', Object.values(state.customers).filter(matches), rest)
}
