import type { ReservedSql, Sql } from 'postgres'
import { isConnectionLost } from './databaseErrors.ts'

/**
 * Work that needs the same connection from its first statement to its last. When it fails, `tidyUp` leaves the connection as it was.
 * One that is gone has left the pool by itself: given back, it would be lent to somebody who then waits for ever.
 */
export async function onOneConnection<Result>(
  sql: Sql,
  work: (connection: ReservedSql) => Promise<Result>,
  tidyUp: (connection: ReservedSql) => Promise<unknown>,
): Promise<Result> {
  const connection = await sql.reserve()
  try {
    const result = await work(connection)
    connection.release()
    return result
  } catch (error) {
    if (!isConnectionLost(error)) {
      await tidyUp(connection)
      connection.release()
    }
    throw error
  }
}
