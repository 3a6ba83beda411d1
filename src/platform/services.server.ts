import type { Database } from '#db/client.server.ts'
import type { ProcessEnv } from './config/env.server.ts'
import type { EventWriter } from './events/eventWriter.server.ts'
import type { Visitors } from './events/visitors.server.ts'
import type { FindClientIp } from './http/ipAddresses.server.ts'
import type { SecurityHeaders } from './http/securityHeaders.server.ts'
import type { StaticPages } from './http/staticPages.server.ts'
import type { DeferredWork } from './jobs/deferredWork.server.ts'
import type { Jobs } from './jobs/jobs.server.ts'
import type { Limits } from './limits/rateLimits.server.ts'
import type { Mailer } from './mail/mailer.server.ts'
import type { MediaWorker } from './media/mediaWorker.server.ts'
import type { PublicRequests } from './outbound/publicRequest.server.ts'
import type { Push } from './outbound/push/push.server.ts'
import type { Payments } from './payments/payments.server.ts'
import type { Primary } from './process/primaryChannel.server.ts'
import type { Seal } from './secrets/seal.server.ts'
import type { Storage } from './storage/storage.ts'
import type { Log } from './telemetry/log.server.ts'

/** Everything that is created once at the start and used by requests and jobs. */
export interface Services {
  env: ProcessEnv
  log: Log
  database: Database
  jobs: Jobs
  mailer: Mailer
  push: Push
  limits: Limits
  deferred: DeferredWork
  /** Undefined if no keys are set and the sandbox is not allowed. */
  payments: Payments | undefined
  seal: Seal
  /** To addresses that a user named, or that came with their data. */
  publicRequests: PublicRequests
  storage: Storage
  media: MediaWorker
  events: EventWriter
  visitors: Visitors
  findClientIp: FindClientIp
  securityHeaders: SecurityHeaders
  /** Only used by web processes. */
  pages: StaticPages
  /** The process that has started this one, if it is one of several. */
  primary?: Primary
  isReady(): Promise<boolean>
}

const SERVICES_KEY = Symbol.for('property-files.services')
const globalStore = globalThis as { [SERVICES_KEY]?: Services }

/** On the global object, because the development server reloads this module when it changes. */
export function provideServices(services: Services) {
  globalStore[SERVICES_KEY] = services
}

export function useServices(): Services {
  const services = globalStore[SERVICES_KEY]
  if (!services) throw new Error('The application has not been started.')
  return services
}
