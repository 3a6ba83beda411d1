import { openDatabase } from '../src/db/client.server.ts'
import { session } from '../src/db/schema/accounts.ts'
import { attachEmbeddedPostgres } from '../src/platform/embedded/postgres.server.ts'
import { createAgent } from '../test/fixtures/agents.ts'
import type { RunningApp } from '../test/support/app.ts'

export { PASSWORD } from '../test/fixtures/agents.ts'

/** An agent in the running application's own database, for journeys that change passwords or end sessions. */
export const addAgent = (app: RunningApp, fields: Parameters<typeof createAgent>[1] = {}) =>
  withDatabase(app, (db) => createAgent(db, { firstName: 'Aroha', lastName: 'Ngata', ...fields }))

/** What time, or the agent on another device, does. */
export const endAllSessions = (app: RunningApp) => withDatabase(app, (db) => db.delete(session))

type Db = ReturnType<typeof openDatabase>['db']

export async function withDatabase<T>(app: RunningApp, use: (db: Db) => Promise<T>) {
  const { db, close } = openDatabase(await attachEmbeddedPostgres(app.dataDir), { max: 1 })
  try {
    return await use(db)
  } finally {
    await close()
  }
}
