import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createServer } from 'vite'
import { root } from './root.mjs'

/** The real folder of the packages: `node_modules` may be a link. */
const packages = dirname(realpathSync(join(root, 'node_modules/vite')))

/** The application with Vite's hot reload and the same embedded database and mail server. */
const vite = await createServer({
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.PORT || 3000),
    strictPort: true,
    fs: { allow: [root, packages] },
  },
})
// Vite's handler would end the process before the rest is stopped.
process.removeAllListeners('SIGTERM')
const load = (path) => vite.environments.ssr.runner.import(path)

const { parseEnvOrExit } = await load('/src/platform/config/env.server.ts')
const { announceUrl, startOrExit, stopOnSignal } = await load('/src/platform/process/startAndStop.server.ts')
const { startWholeApp } = await load('/src/startApp.server.ts')

const app = await startOrExit(() => startWholeApp(parseEnvOrExit()))
await startOrExit(() => vite.listen(), app.stop)
stopOnSignal(app.services.log, 0, async () => {
  app.drain()
  await vite.close()
  await app.stop()
})
announceUrl(app.services, app.demo)
