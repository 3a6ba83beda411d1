import { afterAll, beforeAll } from 'vitest'
import { freePort, type RunningApp, startBuiltApp } from './app.ts'
import { createDatabase } from './database.ts'

type TestDatabase = Awaited<ReturnType<typeof createDatabase>>

export const TEST_SECRET = 'test-secret-test-secret-test-secret-test'

/** The built application on a database of its own, for all tests of a file. */
export function useDeployedApp(env: Record<string, string> = {}) {
  const parts = {} as { app: RunningApp; database: TestDatabase; url: string }
  beforeAll(async () => {
    const port = String(await freePort())
    parts.database = await createDatabase()
    parts.url = `http://localhost:${port}`
    parts.app = await startBuiltApp({
      PORT: port,
      APP_URL: parts.url,
      APP_SECRET: TEST_SECRET,
      DATABASE_URL: parts.database.url,
      ...env,
    })
  })
  afterAll(async () => {
    await parts.app?.stop()
    await parts.database?.drop()
  })
  return parts
}
