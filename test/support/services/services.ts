import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adjustSeats } from '../../../src/features/agencies/server/seats.server.ts'
import { removeReaderCopiesJob } from '../../../src/features/files/server/access/readerCopies.server.ts'
import { drawSharePictureJob } from '../../../src/features/listings/server/sharePictures.server.ts'
import { parseEnv } from '../../../src/platform/config/env.server.ts'
import { createEventWriter } from '../../../src/platform/events/eventWriter.server.ts'
import { createVisitors } from '../../../src/platform/events/visitors.server.ts'
import { openPlaceLookup } from '../../../src/platform/geo/placeLookup.server.ts'
import { clientIpFinder } from '../../../src/platform/http/ipAddresses.server.ts'
import { securityHeaders } from '../../../src/platform/http/securityHeaders.server.ts'
import { keepNoPages } from '../../../src/platform/http/staticPages.server.ts'
import { createDeferredWork } from '../../../src/platform/jobs/deferredWork.server.ts'
import { type Job, openJobs } from '../../../src/platform/jobs/jobs.server.ts'
import { createLimits } from '../../../src/platform/limits/rateLimits.server.ts'
import { deleteLateEmailsJob } from '../../../src/platform/mail/deleteEmailsAbout.server.ts'
import { createMailer, deliverEmailJob } from '../../../src/platform/mail/mailer.server.ts'
import { createPublicRequests } from '../../../src/platform/outbound/publicRequest.server.ts'
import { createPush } from '../../../src/platform/outbound/push/push.server.ts'
import { createSeal } from '../../../src/platform/secrets/seal.server.ts'
import type { Services } from '../../../src/platform/services.server.ts'
import { createDiskStorage } from '../../../src/platform/storage/disk/diskStorage.server.ts'
import { createLog } from '../../../src/platform/telemetry/log.server.ts'
import { createDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { sharedMediaWorker } from './mediaWorker.ts'

const SECRET = 'a secret that is long enough for anybody'

/** Work that is done for real while a test runs. A failed try is followed by the next at once. */
export const registerWorker = <Data extends object>(job: Job<Data, Services>) => {
  const queue = { ...job.queue, retryDelay: 1, retryDelayMax: 1 }
  const quick = { ...job, concurrency: 8, queue }
  return { job: { name: job.name, queue }, begin: (services: Services) => services.jobs.work(quick, services) }
}

export interface WrittenEmail {
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; contentType: string; content: string }[]
  unsubscribeUrl?: string
}

type Given = Partial<Pick<Services, 'payments' | 'storage'>> & {
  smtpUrl?: string
  pushServices?: string[]
  internalOrigins?: string[]
}

/** All services of the application, for tests of commands and queries without calls. Emails stay in the queue, unless a worker is registered for them. */
export async function openServices(workers: ReturnType<typeof registerWorker>[] = [], given: Given = {}) {
  const database = await createDatabase()
  const dataDir = await temporaryFolder()
  const log = createLog({ level: 'silent' })
  const jobs = openJobs(database, log)
  const alwaysQueued = [deliverEmailJob, deleteLateEmailsJob, drawSharePictureJob, removeReaderCopiesJob, adjustSeats]
  const adjustsSeats = workers.some(({ job }) => job.name === adjustSeats.name)
  await jobs.start([...alwaysQueued, ...workers.map(({ job }) => job)])
  const seal = createSeal(SECRET, 'mail')
  const env = { ...parseEnv({ APP_URL: 'https://files.example.nz', DATA_DIR: dataDir }), APP_SECRET: SECRET }
  const mailer = createMailer({
    url: given.smtpUrl ?? 'smtp://127.0.0.1:9',
    from: 'Property Files <hello@example.nz>',
    appUrl: env.APP_URL,
    seal,
    jobs,
  })
  const deferred = createDeferredWork(log)
  const services: Services = {
    env,
    log,
    database,
    jobs,
    mailer,
    push: createPush({ secret: SECRET, contact: mailer.address, furtherServices: given.pushServices }),
    seal,
    publicRequests: createPublicRequests({ furtherOrigins: given.internalOrigins }),
    media: sharedMediaWorker(),
    events: createEventWriter(database),
    visitors: createVisitors(database, env, openPlaceLookup(env)),
    limits: createLimits(database),
    deferred,
    payments: given.payments,
    storage: given.storage ?? createDiskStorage({ folder: join(dataDir, 'files'), secret: SECRET }),
    findClientIp: clientIpFinder(undefined),
    securityHeaders: securityHeaders(env),
    pages: keepNoPages(),
    isReady: async () => true,
  }
  for (const { begin } of workers) await begin(services)

  const waiting = async () => {
    const [row] = await database.sql`
      select count(*)::int as n from pgboss.job where name not in ('mail', 'forget_mail', 'draw_listing_picture', 'remove_reader_copies') and (${adjustsSeats} or name <> ${adjustSeats.name}) and state in ('created', 'retry', 'active')`
    return row?.n as number
  }
  return {
    services,
    database,
    /** Until nothing is left to do. */
    settle: () => eventually(async () => (await waiting()) === 0, 150_000),
    async writtenEmails() {
      const rows = await database.sql<{ data: { sealed: string } }>`
        select data from pgboss.job where name = 'mail' order by created_on, id`
      return rows.map(({ data }) => seal.open(data.sealed) as WrittenEmail)
    },
    async close() {
      await jobs.stop()
      await deferred.drain()
      mailer.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What waits for its next try is due now. */
export const makeJobsDue = ({ sql }: Pick<Awaited<ReturnType<typeof createDatabase>>, 'sql'>, job: string) =>
  sql`update pgboss.job set start_after = now() where name = ${job} and state in ('created', 'retry')`
