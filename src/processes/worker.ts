import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { findPrimary } from '#platform/process/primaryChannel.server.ts'
import { startOrExit, stopOnSignal } from '#platform/process/startAndStop.server.ts'
import { startMetricsServer } from '#platform/telemetry/metricsEndpoint.server.ts'
import { startApp } from '#startApp.server.ts'
import { beginProcess, findDatabaseUrl } from '#startInstallation.server.ts'

/** Runs background jobs: by itself, or started by `startPrimary`. */
const primary = findPrimary()
const { env, log } = beginProcess(parseEnvOrExit(), { isOneOfSeveral: primary !== undefined })
const app = await startOrExit(
  async () =>
    startApp({ env, log, primary, databaseUrl: await findDatabaseUrl(env), servesRequests: false, runsJobs: true }),
  undefined,
  primary,
)
const stopMetrics = await startOrExit(() => startMetricsServer(app.services), app.stop, primary)
stopOnSignal(
  log,
  0,
  async () => {
    await stopMetrics()
    await app.stop()
  },
  primary,
)
log.info('worker ready')
await primary?.ask('ready', {})
