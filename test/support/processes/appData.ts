import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, openDatabase } from '../../../src/db/client.server.ts'
import { attachEmbeddedPostgres } from '../../../src/platform/embeddedServices/postgres.server.ts'
import { createDiskStorage } from '../../../src/platform/storage/disk/diskStorage.server.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { type RunningApp, startBuiltApp, TEST_SECRET } from './app.ts'

/** The disk storage of an application with this data folder, seen from outside. */
export const appStorage = (dataDir: string) =>
  createDiskStorage({ folder: join(dataDir, 'files'), secret: TEST_SECRET })

/** The secret that an application made for itself in its data folder. */
export const secretIn = (dataDir: string) => readFileSync(join(dataDir, 'secret'), 'utf8')

/** The embedded database of a running application. */
export const openAppDatabase = async (dataDir: string) =>
  openDatabase(await attachEmbeddedPostgres(dataDir), { max: 1 })

export interface AppWithData extends RunningApp {
  db: Db
  storage: Storage
}

/** The built application with its embedded database, into which fixtures can be put. */
export async function startAppWithData(env: Record<string, string> = {}): Promise<AppWithData> {
  return withData(await startBuiltApp(env))
}

export async function withData(app: RunningApp): Promise<AppWithData> {
  const { db, close } = await openAppDatabase(app.dataDir)
  return {
    ...app,
    db,
    storage: appStorage(app.dataDir),
    async stop(signal) {
      await close()
      return app.stop(signal)
    },
  }
}
