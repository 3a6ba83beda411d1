import { lt, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/support/database.ts'
import { eventually } from '../../test/support/eventually.ts'
import { startFaultyConnection } from '../../test/support/faults/faultyConnection.ts'
import { startPooler } from '../../test/support/servers/pooler/pooler.ts'
import { socketOf } from '../../test/support/servers/postgresServer.ts'
import { frequentQuery, openDatabase } from './client.server.ts'
import { connectionOptions } from './connectionUrl.server.ts'
import { isConnectionLost } from './isTemporaryDatabaseError.ts'
import { agency } from './schema/agencies.ts'

/** A pool of one connection, whose network can be cut, and the same database without that. */
async function fragileDatabase() {
  const safe = await freshDatabase()
  const { user } = connectionOptions(safe.url)
  const line = await startFaultyConnection(socketOf(safe.url))
  onTestFinished(line.stop)
  const url = `postgres://${user}@127.0.0.1:${line.port}/${safe.name}`
  const database = openDatabase(url, { max: 1, name: 'fragile' })
  onTestFinished(database.close)
  const killConnections = () =>
    safe.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fragile'`
  return { ...database, safe, line, killConnections }
}

/** The same database, directly and behind a pooler, each with one connection. */
async function directAndPooled() {
  const { url } = await freshDatabase()
  const pooler = await startPooler(url, 2)
  onTestFinished(pooler.stop)
  const direct = openDatabase(url, { max: 1 })
  const pooled = openDatabase(url, { max: 1, poolUrl: pooler.url })
  for (const { close } of [direct, pooled]) onTestFinished(close)
  return { direct, pooled }
}

test('a connection that dies inside a transaction fails that transaction alone', async () => {
  const { db, killConnections } = await fragileDatabase()
  const failed = await db
    .transaction(async (tx) => {
      await killConnections()
      await tx.execute(sql`select 1`)
    })
    .catch((error) => error)
  expect(isConnectionLost(failed)).toBe(true)
  expect(await db.transaction((tx) => tx.$count(sql`pg_database where datname = current_database()`))).toBe(1)
})

test('a connection that is lost when a transaction begins is not reused', async () => {
  const { db, line } = await fragileDatabase()
  const outcomes: unknown[] = []
  for (let round = 0; round < 5; round++) {
    await eventually(() =>
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
    )
    line.cut('reset')
    outcomes.push(await db.transaction(async () => 'worked').catch(isConnectionLost))
  }
  expect(new Set(outcomes)).toEqual(new Set([true]))
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('a transaction that fails leaves the connection usable', async () => {
  const { db, sql: run } = await fragileDatabase()
  const [before] = await run`select pg_backend_pid() as pid`
  await expect(db.transaction(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await run`select pg_backend_pid() as pid`).toEqual([before])
})

test('a statement that waits for a connection gets one when the connection it waits for is killed', async () => {
  const { sql: run, safe, killConnections } = await fragileDatabase()
  const busy = run`select pg_sleep(60)`.catch(isConnectionLost)
  const sleeping = () => safe.sql`select from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active'
    and application_name = 'fragile'`
  await eventually(async () => (await sleeping()).length > 0)
  const waiting = run`select 1 as one`
  await killConnections()
  expect(await busy).toBe(true)
  expect(await waiting).toEqual([{ one: 1 }])
})

test('a statement is refused when no connection becomes free for two seconds, and waits while others finish', async () => {
  const { db, killConnections } = await fragileDatabase()
  const oneAfterAnother = Array.from({ length: 4 }, () => db.execute(sql`select pg_sleep(0.8)`))
  expect(await Promise.all(oneAfterAnother)).toHaveLength(4)

  const stuck = db.execute(sql`select pg_sleep(60)`).catch((error) => error)
  const refused = await db.execute(sql`select 1`).catch((error) => error)
  expect(isConnectionLost(refused)).toBe(true)
  await killConnections()
  expect(isConnectionLost(await stuck)).toBe(true)
  expect((await db.execute(sql`select 1`)).rows).toHaveLength(1)
})

test('a listener that lost its connection reconnects and is notified that it may have missed messages', async () => {
  const { listen, safe, killConnections } = await fragileDatabase()
  const heard: string[] = []
  let reconnects = 0
  const listener = await listen(
    'a channel',
    (payload) => heard.push(payload),
    () => reconnects++,
  )
  onTestFinished(listener.close)
  await safe.sql`select pg_notify('a channel', 'first')`
  await eventually(() => heard.length === 1)
  await killConnections()
  await eventually(() => reconnects === 2)
  await safe.sql`select pg_notify('a channel', 'second')`
  await eventually(() => heard.length === 2)
  expect(heard).toEqual(['first', 'second'])
})

test('a frequent statement is prepared once, and behind a pooler works on whichever connection it gets', async () => {
  const { direct, pooled } = await directAndPooled()
  for (const { executePrepared } of [direct, pooled]) {
    const statement = sql`select ${sql.placeholder('value')}::int as value`
    for (const value of [1, 2, 3])
      expect((await executePrepared('a_name', statement, { value })).rows).toEqual([{ value }])
  }
  expect(await direct.sql`select name from pg_prepared_statements`).toEqual([{ name: 'a_name' }])
})

test('a frequent query is planned once by each connection, and each time behind a pooler or in a transaction', async () => {
  const { direct, pooled } = await directAndPooled()
  const joinedBefore = frequentQuery('joined_before', (db) =>
    db
      .select({ id: agency.id })
      .from(agency)
      .where(lt(agency.createdAt, sql.placeholder('day'))),
  )
  const day = new Date('2026-11-16T09:30:00Z')
  for (const { db } of [direct, pooled]) {
    for (let run = 0; run < 3; run++) {
      expect(await joinedBefore(db).execute({ day })).toEqual([])
      await db.transaction(async (tx) => expect(await joinedBefore(tx).execute({ day })).toEqual([]))
    }
  }
  expect(await direct.sql`select name, generic_plans + custom_plans as runs from pg_prepared_statements`).toEqual([
    { name: 'joined_before', runs: '3' },
  ])
  // Each on the other connection of the pooler.
  for (let connection = 0; connection < 2; connection++)
    expect(await pooled.sql`select name from pg_prepared_statements`).toEqual([])
})

test('closing cancels running statements', async () => {
  const { sql: run, close } = openDatabase((await freshDatabase()).url)
  const running = run`select pg_sleep(60)`.catch(isConnectionLost)
  await close()
  expect(await running).toBe(true)
})

test('timestamps and large numbers stay text, JSON and arrays are parsed', async () => {
  const database = await freshDatabase()
  const [row] =
    await database.sql`select '2026-11-16 09:30:00.123456+00'::timestamptz as moment, '2026-11-16'::date as day,
    9007199254740993 as large, 1.50 as exact, ${{ a: [1] }}::jsonb as json, ${['x', 'y, z']}::text[] as list, ${null}::int as nothing`
  expect(row).toEqual({
    moment: '2026-11-16 09:30:00.123456+00',
    day: '2026-11-16',
    large: '9007199254740993',
    exact: '1.50',
    json: { a: [1] },
    list: ['x', 'y, z'],
    nothing: null,
  })
})
