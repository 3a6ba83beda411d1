import { startApp } from '#app.server.ts'
import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { startOrExit, stopOnSignal } from '#platform/process/startAndStop.server.ts'
import { serveMetrics } from '#platform/telemetry/metricsEndpoint.server.ts'

const app = await startOrExit(() => startApp(parseEnvOrExit(), 'worker'))
const stopMetrics = await startOrExit(() => serveMetrics(app.services), app.stop)
stopOnSignal(app.services.log, 0, async () => {
  await stopMetrics()
  await app.stop()
})
app.services.log.info('worker ready')
