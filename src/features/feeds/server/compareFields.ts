import { isDeepStrictEqual } from 'node:util'
import type { OwnedField } from '../feeds.schema.ts'

/** Values as JSON has them, by field. */
export type FieldValues = Partial<Record<OwnedField, unknown>>

export interface Comparison {
  /** What the file changes in the listing. */
  changes: { field: OwnedField; from: unknown; to: unknown }[]
  /** What was changed here since the CRM last sent it, and stays. */
  kept: { field: OwnedField; here: unknown; sent: unknown }[]
}

interface Compared {
  /** What the file says now. */
  next: FieldValues
  /** What the CRM sent last. Empty for a field that it has never sent. */
  before: FieldValues
  /** What the listing has. */
  here: FieldValues
}

const CLOSED = ['sold', 'withdrawn']

/** The CRM changes what nobody has changed here since. */
export function compareFields({ next, before, here }: Compared): Comparison {
  const compared: Comparison = { changes: [], kept: [] }
  // The keys come from an object of this type.
  for (const field of Object.keys(next) as OwnedField[]) {
    const to = next[field]
    const from = here[field]
    if (isSame(from, to)) continue
    const isOurs = field in before ? !isSame(before[field], from) : !isEmpty(from)
    if (isOurs && !isClosing(field, to, before.status)) compared.kept.push({ field, here: from, sent: to })
    else compared.changes.push({ field, from, to })
  }
  return compared
}

const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one, other) || (isEmpty(one) && isEmpty(other))

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A property that is newly sold or withdrawn is closed whatever was said of it here: buyers must not enquire about it. */
const isClosing = (field: OwnedField, to: unknown, before: unknown) =>
  field === 'status' && CLOSED.some((status) => status === to) && to !== before
