import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { startHttp } from '#platform/http/startHttp.server.ts'
import { findPrimary } from '#platform/process/primaryChannel.server.ts'
import { startOrExit, stopOnSignal } from '#platform/process/startAndStop.server.ts'
import server from '#server.ts'
import { startApp } from '#startApp.server.ts'
import { beginProcess, findDatabaseUrl } from '#startInstallation.server.ts'

/** One of several web processes, started by `startPrimary`. */
const primary = findPrimary()
const { env, log } = beginProcess(parseEnvOrExit(), { isOneOfSeveral: true })
const app = await startOrExit(
  async () =>
    startApp({ env, log, primary, databaseUrl: await findDatabaseUrl(env), servesRequests: true, runsJobs: false }),
  undefined,
  primary,
)
const http = await startOrExit(() => startHttp(app.services, server.fetch), app.stop, primary)
stopOnSignal(
  log,
  env.DRAIN_SECONDS,
  async () => {
    app.drain()
    await http.stop()
    await app.stop()
  },
  primary,
)
await primary?.ask('ready', { demo: app.demo })
