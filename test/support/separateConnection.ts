import { createSql, openConnection, type Sql } from '../../src/db/connection.server.ts'
import { connectionOptions } from '../../src/db/connectionUrl.server.ts'

/** One session outside the pool, without a statement timeout. It is closed afterwards, with whatever is left open on it. */
export async function onSeparateConnection<Result>(url: string, work: (sql: Sql) => Promise<Result>) {
  const client = await openConnection(connectionOptions(url))
  try {
    return await work(createSql(client))
  } finally {
    await client.end()
  }
}
