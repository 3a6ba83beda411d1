import { startApp } from '#app.server.ts'
import { parseEnvOrExit } from '#platform/config/env.server.ts'
import { startHttp } from '#platform/http/startHttp.server.ts'
import { announceUrl, startOrExit, stopOnSignal } from '#platform/process/startAndStop.server.ts'
import server from '#server.ts'

const app = await startOrExit(() => startApp(parseEnvOrExit(), 'web'))
const http = await startOrExit(() => startHttp(app.services, server.fetch), app.stop)
stopOnSignal(app.services.log, app.services.env.DRAIN_SECONDS, async () => {
  app.drain()
  await http.stop()
  await app.stop()
})
announceUrl(app.services, app.demo)
