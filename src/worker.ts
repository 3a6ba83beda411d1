import { startApp } from './app.server.ts'
import { parseEnvOrExit } from './platform/parseEnvOrExit.server.ts'
import { startOrExit } from './platform/startOrExit.server.ts'
import { stopOnSignal } from './platform/stopOnSignal.server.ts'

const app = await startOrExit(() => startApp(parseEnvOrExit(), 'worker'))
stopOnSignal(app.services.log, 0, app.stop)
app.services.log.info('worker ready')
