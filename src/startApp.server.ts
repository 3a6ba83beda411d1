import { type Database, openDatabase } from '#db/client.server.ts'
import { acceptsWrites } from '#db/databaseServers.server.ts'
import { isMigrated } from '#db/migrate.server.ts'
import { divideHashingBy } from '#features/accounts/server/credentials/passwords/passwordHashing.server.ts'
import { requireSigningKey } from '#features/disclosure/server/signingKeys.server.ts'
import { startEmailReceiver } from '#features/emailedDocuments/server/receiveEmails.server.ts'
import { drawMissingSharePicturesJob } from '#features/listings/server/sharePictures.server.ts'
import { bounceReceiver } from '#features/messages/server/bounces.server.ts'
import { provideRecordKeys } from '#features/record/server/recordChain.server.ts'
import { startWebhookDelivery } from '#features/webhooks/server/deliverWebhooks.server.ts'
import type { Env } from '#platform/config/env.server.ts'
import { startEmailServer } from '#platform/embeddedServices/mailbox.server.ts'
import { createEventWriter } from '#platform/events/eventWriter.server.ts'
import { createVisitors } from '#platform/events/visitors.server.ts'
import { openPlaceLookup, warnOfOldGeoDatabase } from '#platform/geo/placeLookup.server.ts'
import { clientIpFinder } from '#platform/http/ipAddresses.server.ts'
import { securityHeaders } from '#platform/http/securityHeaders.server.ts'
import { keepNoPages, openStaticPages } from '#platform/http/staticPages.server.ts'
import { createDeferredWork } from '#platform/jobs/deferredWork.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLimits } from '#platform/limits/rateLimits.server.ts'
import { createMailer } from '#platform/mail/mailer.server.ts'
import { createMediaWorker } from '#platform/media/mediaWorker.server.ts'
import { shareMedia } from '#platform/media/sharedMedia.server.ts'
import { createPublicRequests } from '#platform/outbound/publicRequest.server.ts'
import { createPush } from '#platform/outbound/push/push.server.ts'
import { openPayments } from '#platform/payments/payments.server.ts'
import type { Primary } from '#platform/process/primaryChannel.server.ts'
import { removeAbandonedTemporaryFolders, removeOwnTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import { openKeptKeys } from '#platform/secrets/keptKeys.server.ts'
import { SECRET_MISSING_AT_START } from '#platform/secrets/keyring.server.ts'
import { createSeal } from '#platform/secrets/seal.server.ts'
import { provideServices, type Services } from '#platform/services.server.ts'
import { createStorage } from '#platform/storage/createStorage.server.ts'
import type { Log } from '#platform/telemetry/log.server.ts'
import { collectProcessMetrics } from '#platform/telemetry/metricsEndpoint.server.ts'
import { startTracing, traceStorage, traceTransactions } from '#platform/telemetry/tracing.server.ts'
import { allJobs, startWorkers } from '#processes/backgroundJobs.server.ts'
import { seedDemo, subscribeDemo } from '#seed/seedDemo.server.ts'
import { beginProcess, MIGRATIONS_FOLDER, startInstallation } from '#startInstallation.server.ts'

const DEFAULT_SENDER = 'Property Files <hello@property-files.localhost>'

export type App = Awaited<ReturnType<typeof startApp>>

interface Process extends ReturnType<typeof beginProcess> {
  databaseUrl: string
  servesRequests: boolean
  runsJobs: boolean
  primary?: Primary
}

/** Everything in one process: what exists once, requests and, unless WORKER is off, background jobs. */
export async function startWholeApp(parsed: Env): Promise<App> {
  const { env, log } = beginProcess(parsed)
  const { databaseUrl, ...installation } = await startInstallation(env, log)
  try {
    const app = await startApp({ env, log, databaseUrl, servesRequests: true, runsJobs: env.WORKER === 'on' })
    const stop = async () => {
      await app.stop()
      await installation.stop()
    }
    return { ...app, stop }
  } catch (error) {
    await installation.stop()
    throw error
  }
}

/** Starts everything in this process except the HTTP server, in dependency order. */
export async function startApp({ env, log, databaseUrl, servesRequests, runsJobs, primary }: Process) {
  const undo: (() => Promise<unknown> | unknown)[] = []
  let draining = false

  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }

  try {
    await removeAbandonedTemporaryFolders(env.DATA_DIR)
    undo.push(() => removeOwnTemporaryFolder(env.DATA_DIR))
    provideRecordKeys(env.APP_SECRET)
    const database = openDatabase(databaseUrl, { poolUrl: env.DATABASE_POOL_URL })
    undo.push(database.close)
    const hasSecrets = await openKeptKeys(database.db, env.APP_SECRET)
    if (!hasSecrets) log.error(SECRET_MISSING_AT_START)
    const deferred = createDeferredWork(log)
    undo.push(deferred.drain)
    undo.push(await startTracing(env, log))
    traceTransactions(database)
    const storage = traceStorage(await createStorage(env))
    if (primary) divideHashingBy(env.WEB_PROCESSES)
    // Several web processes may try: one of them creates it.
    const demo = servesRequests ? await seedDemo({ db: database.db, storage }, env) : undefined
    if (servesRequests) await requireSigningKey(database.db, env.APP_SECRET)
    if (env.DATABASE_POOL_URL) await warnWithoutStatementTimeout(database, log)

    const jobs = openJobs(database, log, { runsJobs })
    await jobs.start(allJobs)

    const seal = createSeal(env.APP_SECRET, 'mail')
    const mailer = createMailer({
      url: env.SMTP_URL ?? (runsJobs ? await embeddedMail() : undefined),
      from: env.MAIL_FROM ?? DEFAULT_SENDER,
      appUrl: env.APP_URL,
      seal,
      jobs,
    })
    undo.push(mailer.close)
    const media = primary ? shareMedia(primary) : createMediaWorker()
    undo.push(media.close)
    const events = createEventWriter(database)
    undo.push(events.stop)
    // Stopped first, because jobs need the mailer.
    undo.push(jobs.stop)

    const pages = servesRequests ? await openStaticPages(database, env.PAGE_MEMORY_MB * 1_000_000) : keepNoPages()
    undo.push(pages.close)

    const places = openPlaceLookup(env, log)
    if (servesRequests) await warnOfOldGeoDatabase(places, log)
    const services: Services = {
      env,
      log,
      database,
      jobs,
      mailer,
      push: createPush({ secret: env.APP_SECRET, contact: mailer.address, furtherServices: env.PUSH_SERVICES }),
      limits: createLimits(database),
      deferred,
      payments: openPayments(env, log),
      seal,
      publicRequests: createPublicRequests({ furtherOrigins: env.INTERNAL_TEST_ORIGINS }),
      storage,
      media,
      events,
      visitors: createVisitors(database, env, places),
      findClientIp: clientIpFinder(env.TRUSTED_PROXIES),
      securityHeaders: securityHeaders(env),
      pages,
      primary,
      isReady: async () =>
        !draining &&
        hasSecrets &&
        (await acceptsWrites(database.pool)) &&
        (await isMigrated(database.sql, MIGRATIONS_FOLDER)),
    }
    provideServices(services)
    collectProcessMetrics(env)
    if (demo) {
      await subscribeDemo(services)
      await jobs.enqueue(database.db, drawMissingSharePicturesJob, {})
    }
    if (runsJobs) {
      await startWorkers(services)
      const receiver = await startEmailReceiver(services, bounceReceiver(services))
      if (receiver) undo.push(receiver.stop)
      undo.push(startWebhookDelivery(services))
    }
    const drain = () => {
      draining = true
    }
    return { services, stop, drain, demo }
  } catch (error) {
    await stop()
    throw error
  }

  async function embeddedMail() {
    const mailServer = await startEmailServer(env.DATA_DIR)
    undo.push(mailServer.stop)
    return mailServer.url
  }
}

/** A pooler ignores our connection settings. If the role has no limit either, one slow statement could hold a connection forever. */
async function warnWithoutStatementTimeout({ sql }: Database, log: Log) {
  const [limit] = await sql<{
    time: string
    role: string
  }>`select current_setting('statement_timeout') as time, current_user as role`
  if (limit?.time === '0')
    log.warn(
      `Statements have no time limit. Run: alter role ${limit.role} set statement_timeout = '15s'. See docs/operations.md.`,
    )
}
