import { startApp } from './app.server.ts'
import { serveMetrics } from './platform/metrics/scrape.server.ts'
import { parseEnvOrExit } from './platform/parseEnvOrExit.server.ts'
import { startOrExit } from './platform/startOrExit.server.ts'
import { stopOnSignal } from './platform/stopOnSignal.server.ts'

const app = await startOrExit(() => startApp(parseEnvOrExit(), 'worker'))
const stopFigures = await startOrExit(() => serveMetrics(app.services), app.stop)
stopOnSignal(app.services.log, 0, async () => {
  await stopFigures()
  await app.stop()
})
app.services.log.info('worker ready')
