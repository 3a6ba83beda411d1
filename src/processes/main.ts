import { parseEnvOrExit } from '#platform/config/env.server.ts'

const env = parseEnvOrExit()
// Loaded when needed, because a process that only watches over others needs none of the application.
if (env.WEB_PROCESSES > 1) {
  const { startPrimary } = await import('./startPrimary.server.ts')
  await startPrimary(env)
} else {
  const { startSingleProcess } = await import('./startSingleProcess.server.ts')
  await startSingleProcess(env)
}
