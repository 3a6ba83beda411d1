import { type Database, openDatabase } from '../../src/db/client.server.ts'

/** On one connection, however long it takes. */
export async function onSingleConnection<Result>(url: string, work: (database: Database) => Promise<Result>) {
  const database = openDatabase(url, { max: 1 })
  const result = await database.onOwnConnection((sql) => work({ ...database, sql }))
  await database.close()
  return result
}
