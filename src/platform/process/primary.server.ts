import type { SharedMediaReply, SharedMediaRequest } from '../media/sharedMedia.server.ts'
import { type MetricList, readOwnMetrics } from '../telemetry/metrics.server.ts'
import { type Channel, openChannel } from './processChannel.server.ts'

/** The argument of a process that a primary has started. */
export const MANAGED = 'managed'

/** What the processes ask their primary. */
export type PrimaryRequests = {
  /** It takes requests, or runs jobs. */
  ready: { input: { demo?: DemoSignIn }; answer: unknown }
  startFailed: { input: { reason: string }; answer: unknown }
  runMediaTask: { input: SharedMediaRequest; answer: SharedMediaReply }
  collectMetrics: { input: undefined; answer: MetricList[] }
}

/** What a primary asks the processes that it has started. */
export type ManagedRequests = {
  readMetrics: { input: undefined; answer: MetricList }
}

/** The demo agency's, reported by the process that has created it. */
export interface DemoSignIn {
  email: string
  password: string
}

export type Primary = Channel<PrimaryRequests>

/** The process that has started this one as one of several; nothing if this one was started by itself. */
export function findPrimary(): Primary | undefined {
  if (process.argv[2] !== MANAGED) return undefined
  return openChannel<PrimaryRequests, ManagedRequests>(process, { readMetrics: readOwnMetrics })
}
