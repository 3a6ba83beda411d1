import type { MediaTask } from '#platform/media/mediaTasks.ts'

/** What a mail server reports about an email of ours. */
export interface DeliveryReport {
  /** It gave up for good. A delay is no failure. */
  isFailure: boolean
  /** The enhanced status code, such as 5.1.1. Empty if there is none. */
  status: string
  diagnostic: string
}

export const readBounceTask: MediaTask<{ path: string }, DeliveryReport> = {
  name: 'read_bounce',
  lane: 'background',
  timeLimitMs: 15_000,
}
