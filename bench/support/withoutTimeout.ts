import { type Database, openDatabase } from '#db/client.server.ts'
import { onSeparateConnection } from '../../test/support/separateConnection.ts'

/** Runs `work` with an `sql` that has one session and no statement timeout. */
export async function withoutTimeout<Result>(url: string, work: (database: Database) => Promise<Result>) {
  const database = openDatabase(url, { max: 1 })
  const result = await onSeparateConnection(url, (sql) => work({ ...database, sql }))
  await database.close()
  return result
}
