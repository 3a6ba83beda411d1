import { openDatabase } from '#db/client.server.ts'

/** On one connection, however long it takes. */
export async function patiently<Result>(
  url: string,
  deed: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
) {
  const database = openDatabase(url, { max: 1 })
  await database.sql`set statement_timeout = 0`
  const result = await deed(database)
  await database.close()
  return result
}
