import { join, resolve } from 'node:path'
import { openDatabase } from '#db/client.server.ts'
import { isMigrated, migrateDatabase } from '#db/migrate.server.ts'
import { startMailCatcher } from '#platform/embedded/mailCatcher.server.ts'
import { attachEmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded/postgres.server.ts'
import type { Env } from '#platform/env.server.ts'
import { createEventWriter } from '#platform/events/eventWriter.server.ts'
import { createVisitors } from '#platform/events/visitors.server.ts'
import { openPlaces } from '#platform/geo/places.server.ts'
import { clientIpFinder } from '#platform/http/clientIp.server.ts'
import { securityHeaders } from '#platform/http/headers.server.ts'
import { openJobs } from '#platform/jobs.server.ts'
import { createLimits } from '#platform/limits.server.ts'
import { captureConsole, createLog } from '#platform/log.server.ts'
import { createMailer } from '#platform/mailer.server.ts'
import { createMediaWorker } from '#platform/media/mediaWorker.server.ts'
import { watchProcess } from '#platform/metrics/scrape.server.ts'
import { projectRoot } from '#platform/paths.server.ts'
import { openPayments } from '#platform/payments/openPayments.server.ts'
import { createSeal } from '#platform/seal.server.ts'
import { keptSecret } from '#platform/secret.server.ts'
import { provideServices, type Services } from '#platform/services.server.ts'
import { createStorage } from '#platform/storage/createStorage.server.ts'
import { startTracing } from '#platform/tracing/startTracing.server.ts'
import { traceStorage, traceTransactions } from '#platform/tracing/traceParts.server.ts'
import { seedDemo } from '#seed/seed.server.ts'
import { subscribeDemo } from '#seed/subscribeDemo.server.ts'
import { allJobs, startWorking } from './work.server.ts'

/** `web` owns the embedded parts; `worker` uses those of a running `web`. */
export type Role = 'web' | 'worker'

const MIGRATIONS = join(projectRoot, 'drizzle')
const DEFAULT_SENDER = 'Property Files <hello@property-files.localhost>'

/** Brings up everything but the HTTP server, in the order in which each part needs the one before. */
export async function startApp(parsed: Env, role: Role) {
  const dataDir = resolve(parsed.DATA_DIR)
  const env = { ...parsed, DATA_DIR: dataDir, APP_SECRET: parsed.APP_SECRET ?? keptSecret(dataDir) }
  const log = createLog({ level: env.LOG_LEVEL, pretty: env.NODE_ENV === 'development' })
  if (env.NODE_ENV === 'production') captureConsole(log)
  const undo: (() => Promise<unknown> | unknown)[] = []
  let draining = false

  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }

  try {
    const databaseUrl = env.DATABASE_URL ?? (await embeddedDatabase())
    if (role === 'web') await migrateDatabase(databaseUrl, MIGRATIONS)
    const database = openDatabase(databaseUrl)
    undo.push(database.close)
    undo.push(await startTracing(env, log))
    traceTransactions(database)
    const demo = role === 'web' ? await seedDemo(database, env) : undefined

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
    // Stopped first, so that no job finds its mailer gone.
    undo.push(jobs.stop)

    const services: Services = {
      env,
      log,
      database,
      jobs,
      mailer,
      limits: createLimits(database),
      payments: payments.payments,
      seal,
      storage: traceStorage(await createStorage(env)),
      media,
      events,
      visitors: createVisitors(database, env, openPlaces(env)),
      findClientIp: clientIpFinder(env.TRUSTED_PROXIES),
      securityHeaders: securityHeaders(env),
      isReady: async () => !draining && (await isMigrated(database.sql, MIGRATIONS)),
    }
    provideServices(services)
    watchProcess(env)
    if (demo) await subscribeDemo(services)
    if (role === 'worker' || env.WORKER === 'on') await startWorking(services)
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
    const embedded = await startEmbeddedPostgres(dataDir, (what, err) => log.error({ err }, what))
    undo.push(embedded.stop)
    return embedded.url
  }

  async function embeddedMail() {
    const catcher = await startMailCatcher(dataDir)
    undo.push(catcher.stop)
    return catcher.url
  }
}
