import type Stripe from 'stripe'
import { z } from 'zod'
import { missing, read } from './errors.ts'
import type { Input } from './form.ts'
import { newId } from './ids.server.ts'
import { pageOf } from './lists.ts'
import { page } from './parameters.ts'
import type { SandboxEvent } from './records.ts'
import type { Sandbox } from './sandbox.ts'

const API_VERSION = '2026-10-28.endive'
/** The provider keeps 30 days of them; here the file must stay small. */
const KEPT_EVENTS = 500

/** Writes down what happened, as it was at that moment. The delivery finds it there. */
export function emit(sandbox: Sandbox, type: Stripe.Event['type'], object: object, previous?: object) {
  const { state } = sandbox
  const event: SandboxEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: sandbox.now(),
    data: structuredClone({ object, ...(previous && { previous_attributes: previous }) }),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  }
  state.events[event.id] = event
  state.deliveries[event.id] = { state: 'pending', attempts: 0, nextAttempt: Date.now(), lastAnswer: null }
  for (const id of Object.keys(state.events).slice(0, -KEPT_EVENTS)) {
    delete state.events[id]
    delete state.deliveries[id]
  }
}

const Listing = z.strictObject({ ...page, type: z.string().optional(), types: z.array(z.string()).optional() })

export function listEvents({ state }: Sandbox, input: Input) {
  const { type, types, ...rest } = read(Listing, input)
  const wanted = types ?? (type === undefined ? undefined : [type])
  const matches = (event: SandboxEvent) => wanted === undefined || wanted.includes(event.type)
  return pageOf('/v1/events', Object.values(state.events).filter(matches), rest)
}

export function getEvent({ state }: Sandbox, _input: Input, id: string) {
  const event = state.events[id]
  if (!event) throw missing('event', id)
  return event
}
