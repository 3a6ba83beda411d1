import { startApp } from './app.server.ts'
import { announceUrl } from './platform/announce.server.ts'
import { startHttp } from './platform/http/serve.server.ts'
import { parseEnvOrExit } from './platform/parseEnvOrExit.server.ts'
import { startOrExit } from './platform/startOrExit.server.ts'
import { stopOnSignal } from './platform/stopOnSignal.server.ts'
import server from './server.ts'

const app = await startOrExit(() => startApp(parseEnvOrExit(), 'web'))
const http = await startOrExit(() => startHttp(app.services, server.fetch), app.stop)
stopOnSignal(app.services.log, app.services.env.DRAIN_SECONDS, async () => {
  app.drain()
  await http.stop()
  await app.stop()
})
announceUrl(app.services, app.demo)
