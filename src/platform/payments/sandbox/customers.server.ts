import { z } from 'zod'
import { missing, read } from './errors.ts'
import { emit } from './events.server.ts'
import type { Input } from './form.ts'
import { newId } from './ids.server.ts'
import { pageOf } from './lists.ts'
import { email, metadata, page } from './parameters.ts'
import type { Customer } from './records.ts'
import type { Sandbox } from './sandbox.ts'

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

const Listing = z.strictObject({ ...page, email: z.string().optional() })

export function listCustomers({ state }: Sandbox, input: Input) {
  const { email: wanted, ...rest } = read(Listing, input)
  const matches = (customer: Customer) => wanted === undefined || customer.email === wanted
  return pageOf('/v1/customers', Object.values(state.customers).filter(matches), rest)
}
