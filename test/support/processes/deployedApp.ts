import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../../../src/db/client.server.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { createDatabase } from '../database.ts'
import { freePort, type RunningApp, startBuiltApp, TEST_SECRET } from './app.ts'
import { appStorage } from './appData.ts'

export interface DeployedApp {
  app: RunningApp
  url: string
  database: Awaited<ReturnType<typeof createDatabase>>
  db: Db
  /** For writing the content of files that the application then serves. */
  storage: Storage
}

/** For tests of what requests respond: drawing pictures and sending emails afterwards would only take processor time. */
export const WITHOUT_JOBS = { WORKER: 'off' }

/** The built application on a separate database, for all tests of a file. */
export function useDeployedApp(env: Record<string, string> = {}) {
  const parts = {} as DeployedApp
  beforeAll(async () => {
    const port = String(await freePort())
    parts.database = await createDatabase()
    parts.db = parts.database.db
    parts.url = `http://localhost:${port}`
    parts.app = await startBuiltApp({
      PORT: port,
      APP_URL: parts.url,
      APP_SECRET: TEST_SECRET,
      DATABASE_URL: parts.database.url,
      ...env,
    })
    parts.storage = appStorage(parts.app.dataDir)
  })
  afterAll(async () => {
    await parts.app?.stop()
    await parts.database?.drop()
  })
  return parts
}
