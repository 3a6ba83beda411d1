import { join, resolve } from 'node:path'
import { allJobs, startWorkers } from '#backgroundJobs.server.ts'
import { type Database, openDatabase } from '#db/client.server.ts'
import { isMigrated, migrateDatabase } from '#db/migrate.server.ts'
import { drawMissingPicturesJob } from '#features/listings/server/sharePictures.server.ts'
import { readOrCreateSecret } from '#platform/config/appSecret.server.ts'
import type { Env } from '#platform/config/env.server.ts'
import { projectRoot } from '#platform/config/projectRoot.server.ts'
import { createSeal } from '#platform/config/seal.server.ts'
import { startMailServer } from '#platform/embeddedServices/mailbox.server.ts'
import { attachEmbeddedPostgres, startEmbeddedPostgres } from '#platform/embeddedServices/postgres.server.ts'
import { createEventWriter } from '#platform/events/eventWriter.server.ts'
import { createVisitors } from '#platform/events/visitors.server.ts'
import { openPlaces, warnOfOldGeoDatabase } from '#platform/geo/places.server.ts'
import { clientIpFinder } from '#platform/http/ipAddresses.server.ts'
import { securityHeaders } from '#platform/http/securityHeaders.server.ts'
import { openStaticPages } from '#platform/http/staticPages.server.ts'
import { createDeferredWork } from '#platform/jobs/deferredWork.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLimits } from '#platform/limits/rateLimits.server.ts'
import { createMailer } from '#platform/mail/mailer.server.ts'
import { createMediaWorker } from '#platform/media/mediaWorker.server.ts'
import { openPayments } from '#platform/payments/payments.server.ts'
import { removeAbandonedTemporaryFolders, removeOwnTemporaryFolder } from '#platform/process/temporaryFolders.server.ts'
import { provideServices, type Services } from '#platform/services.server.ts'
import { createStorage } from '#platform/storage/createStorage.server.ts'
import { captureConsole, createLog, type Log } from '#platform/telemetry/log.server.ts'
import { watchProcess } from '#platform/telemetry/metricsEndpoint.server.ts'
import { startTracing, traceStorage, traceTransactions } from '#platform/telemetry/tracing.server.ts'
import { demoExampleSlug } from '#seed/demoListings.ts'
import { seedDemo } from '#seed/seedDemo.server.ts'
import { subscribeDemo } from '#seed/subscribeDemo.server.ts'

/** `web` owns the embedded parts; `worker` uses those of a running `web`. */
export type Role = 'web' | 'worker'

const MIGRATIONS_FOLDER = join(projectRoot, 'drizzle')
const DEFAULT_SENDER = 'Property Files <hello@property-files.localhost>'

/** Starts everything except the HTTP server, in dependency order. */
export async function startApp(parsed: Env, role: Role) {
  const dataDir = resolve(parsed.DATA_DIR)
  const env = {
    ...parsed,
    DATA_DIR: dataDir,
    APP_SECRET: parsed.APP_SECRET ?? readOrCreateSecret(dataDir),
    LIVE_EXAMPLE: parsed.LIVE_EXAMPLE ?? (parsed.deployed ? undefined : demoExampleSlug),
  }
  const log = createLog({ level: env.LOG_LEVEL, pretty: env.NODE_ENV === 'development' })
  if (env.NODE_ENV === 'production') captureConsole(log)
  const undo: (() => Promise<unknown> | unknown)[] = []
  let draining = false

  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }

  try {
    await removeAbandonedTemporaryFolders(dataDir)
    undo.push(() => removeOwnTemporaryFolder(dataDir))
    const databaseUrl = env.DATABASE_URL ?? (await embeddedDatabase())
    if (role === 'web') await migrateDatabase(databaseUrl, MIGRATIONS_FOLDER, (message) => log.warn(message))
    const database = openDatabase(databaseUrl, { poolUrl: env.DATABASE_POOL_URL })
    undo.push(database.close)
    const deferred = createDeferredWork(log)
    undo.push(deferred.drain)
    undo.push(await startTracing(env, log))
    traceTransactions(database)
    const storage = traceStorage(await createStorage(env))
    const demo = role === 'web' ? await seedDemo({ db: database.db, storage }, env) : undefined
    if (env.DATABASE_POOL_URL) await warnWithoutStatementTimeout(database, log)

    const jobs = openJobs(database, log)
    await jobs.start(allJobs)

    const seal = createSeal(env.APP_SECRET, 'mail')
    const mailer = createMailer({
      url: env.SMTP_URL ?? (await embeddedMail()),
      from: env.MAIL_FROM ?? DEFAULT_SENDER,
      appUrl: env.APP_URL,
      seal,
      jobs,
    })
    undo.push(mailer.close)
    const payments = await openPayments(env, role, log)
    undo.push(payments.close)
    const media = createMediaWorker()
    undo.push(media.close)
    const events = createEventWriter(database)
    undo.push(events.stop)
    // Stopped first, because jobs need the mailer.
    undo.push(jobs.stop)

    const pages = await openStaticPages(database, env.PAGE_MEMORY_MB * 1_000_000)
    undo.push(pages.close)

    const places = openPlaces(env, log)
    if (role === 'web') await warnOfOldGeoDatabase(places, log)
    const services: Services = {
      env,
      log,
      database,
      jobs,
      mailer,
      limits: createLimits(database),
      deferred,
      payments: payments.payments,
      seal,
      storage,
      media,
      events,
      visitors: createVisitors(database, env, places),
      findClientIp: clientIpFinder(env.TRUSTED_PROXIES),
      securityHeaders: securityHeaders(env),
      pages,
      isReady: async () => !draining && (await isMigrated(database.sql, MIGRATIONS_FOLDER)),
    }
    provideServices(services)
    watchProcess(env)
    if (demo) {
      await subscribeDemo(services)
      await jobs.enqueue(database.db, drawMissingPicturesJob, {})
    }
    if (role === 'worker' || env.WORKER === 'on') await startWorkers(services)
    const drain = () => {
      draining = true
    }
    return { services, stop, drain, demo }
  } catch (error) {
    await stop()
    throw error
  }

  async function embeddedDatabase() {
    if (role === 'worker') return attachEmbeddedPostgres(dataDir)
    const embedded = await startEmbeddedPostgres(dataDir, (message, err) => log.error({ err }, message))
    undo.push(embedded.stop)
    return embedded.url
  }

  async function embeddedMail() {
    const mailServer = await startMailServer(dataDir)
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
