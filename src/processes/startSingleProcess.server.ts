import type { Env } from '#platform/config/env.server.ts'
import { startHttp } from '#platform/http/startHttp.server.ts'
import { announceUrl, startOrExit, stopOnSignal } from '#platform/process/startAndStop.server.ts'
import server from '#server.ts'
import { startWholeApp } from '#startApp.server.ts'

export async function startSingleProcess(env: Env) {
  const app = await startOrExit(() => startWholeApp(env))
  const http = await startOrExit(() => startHttp(app.services, server.fetch), app.stop)
  stopOnSignal(app.services.log, env.DRAIN_SECONDS, async () => {
    app.drain()
    await http.stop()
    await app.stop()
  })
  announceUrl(app.services, app.demo)
}
