import { invalid } from './errors.ts'
import type { State } from './state.server.ts'

type Tree = { [name: string]: unknown }

const DEEPEST = 4

/** The answer with the links that were asked for replaced by what they point to: `data.product`, `subscription.customer`. */
export function expanded(state: State, answer: object, paths: string[]) {
  const copy = structuredClone(answer) as Tree
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEEPEST) throw invalid(`You cannot expand more than ${DEEPEST} levels of a property.`, 'expand')
    follow(state, copy, steps)
  }
  return copy
}

function follow(state: State, holder: Tree, [step = '', ...rest]: string[]) {
  if (!Object.hasOwn(holder, step)) throw cannotExpand(step)
  const link = holder[step]
  if (typeof link === 'string') holder[step] = structuredClone(find(state, link) ?? (LINK.test(link) ? null : link))
  const value = holder[step]
  if (value === null) return
  if (typeof value !== 'object') throw cannotExpand(step)
  for (const inner of Array.isArray(value) ? value : [value]) if (rest.length > 0) follow(state, inner, rest)
}

/** What such an id pointed to may have been deleted. */
const LINK = /^(prod|cus|pm|sub|in)_/

const cannotExpand = (step: string) => invalid(`This property cannot be expanded (${step}).`, 'expand')

const find = (state: State, id: string) =>
  state.products[id] ?? state.customers[id] ?? state.paymentMethods[id] ?? state.subscriptions[id] ?? state.invoices[id]
