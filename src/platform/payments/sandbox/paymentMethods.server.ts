import { z } from 'zod'
import type { Payer } from './cards.ts'
import { missing, read } from './errors.ts'
import { emit } from './events.server.ts'
import type { Input } from './form.ts'
import { newId } from './ids.server.ts'
import { pageOf } from './lists.ts'
import { page } from './parameters.ts'
import type { Customer, PaymentMethod } from './records.ts'
import type { Sandbox } from './sandbox.ts'

/** The customer's new card, and the one that every later invoice is charged to. */
export function attachCard(sandbox: Sandbox, customer: Customer, { email, name, card }: Payer) {
  const { behaviour, ...visible } = card
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { email, name, phone: null, address: null },
    card: { ...visible, funding: 'credit', country: 'NZ' },
    created: sandbox.now(),
    customer: customer.id,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  sandbox.state.paymentMethods[method.id] = method
  sandbox.state.behaviours[method.id] = behaviour
  customer.invoice_settings.default_payment_method = method.id
  emit(sandbox, 'payment_method.attached', method)
  return method
}

const Listing = z.strictObject({ ...page, customer: z.string().optional(), type: z.literal('card').optional() })

export function listPaymentMethods({ state }: Sandbox, input: Input) {
  const { customer, type: _, ...rest } = read(Listing, input)
  const matches = (method: PaymentMethod) => customer === undefined || method.customer === customer
  return pageOf('/v1/payment_methods', Object.values(state.paymentMethods).filter(matches), rest)
}

export function getPaymentMethod({ state }: Sandbox, _input: Input, id: string) {
  const method = state.paymentMethods[id]
  if (!method) throw missing('PaymentMethod', id, 'payment_method')
  return method
}
