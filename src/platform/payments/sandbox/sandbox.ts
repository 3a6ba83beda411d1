import type { State } from './state.server.ts'

/** What every part of the sandbox works on. */
export interface Sandbox {
  state: State
  /** The sandbox's own time, in seconds as in the API. While overdue things are made up for, it is the time they were due. */
  now: () => number
  /** What becomes of a subscription whose invoice stays unpaid after the last try: a setting of the provider's account. */
  whenUnpaid: 'canceled' | 'unpaid'
}

/** Where a fault of the sandbox itself is told. */
export type Report = (what: string, error: unknown) => void

export const DAY = 86_400
