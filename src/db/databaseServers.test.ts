import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { onSeparateConnection } from '../../test/support/separateConnection.ts'
import { type PostgresPair, startPostgresPair } from '../../test/support/servers/replicatedPostgres.ts'
import { type Database, openDatabase } from './client.server.ts'
import { openConnection } from './connection.server.ts'
import { connectionOptions } from './connectionUrl.server.ts'
import { isTemporaryDatabaseError } from './isTemporaryDatabaseError.ts'

let pair: PostgresPair
beforeAll(async () => {
  pair = await startPostgresPair()
  await onSeparateConnection(pair.primaryUrl, (run) => run`create table note (body text primary key)`)
})
afterAll(() => pair?.stop())

function openPair(url = pair.url) {
  const database = openDatabase(url)
  onTestFinished(database.close)
  return database
}

/** The standby is gone, so commits wait for it. */
async function withoutStandby() {
  await pair.followed()
  await pair.stopStandby()
  onTestFinished(pair.followed)
}

const writes: Record<string, (database: Database, body: string) => Promise<unknown>> = {
  'a statement': ({ sql: run }, body) => run`insert into note values (${body})`,
  'a transaction': ({ db }, body) => db.transaction((tx) => tx.execute(sql`insert into note values (${body})`)),
}

test.each(Object.entries(writes))(
  'the commit of %s that was cancelled while it waited for a standby is not reported as done',
  async (name, write) => {
    await withoutStandby()
    const database = openPair()
    const failure = write(database, name).then(
      () => 'reported as done',
      (error) => error,
    )
    await eventually(() =>
      onSeparateConnection(pair.primaryUrl, async (run) => {
        const cancelled = await run`
          select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and backend_type = 'client backend'`
        return cancelled.length > 0
      }),
    )
    expect(await failure).toMatchObject({ name: 'UnconfirmedCommitError', code: '08007' })
    expect(isTemporaryDatabaseError(await failure)).toBe(true)
    // The same connection would have said so of whatever came next.
    expect(await database.sql`select body from note where body = ${name}`).toEqual([{ body: name }])
  },
)

test('of several servers the primary is used, and after it is killed the one that is promoted', async () => {
  await pair.followed()
  const standbyFirst = pair.url.replace(/@([^,]+),([^/]+)/, '@$2,$1')
  const [database, reversed] = [openPair(), openPair(standbyFirst)]
  let connects = 0
  const heard: string[] = []
  const listener = await database.listen(
    'a channel',
    (payload) => heard.push(payload),
    () => connects++,
  )
  onTestFinished(listener.close)
  const notify = ({ sql: run }: Database, text: string) => run`select pg_notify('a channel', ${text})`
  await writes['a statement']?.(database, 'before')
  await notify(reversed, 'before')
  await eventually(() => heard.includes('before'))

  await pair.killPrimary()
  for (const { sql: run } of [database, reversed])
    expect(isTemporaryDatabaseError(await run`select 1`.catch((error) => error))).toBe(true)
  await pair.promoteStandby()
  for (const { sql: run } of [database, reversed])
    expect(await eventually(() => run`select body from note where body = 'before'`)).toHaveLength(1)
  await eventually(() => connects === 2)
  await notify(reversed, 'after')
  await eventually(() => heard.includes('after'))
  const single = await openConnection(connectionOptions(standbyFirst))
  onTestFinished(() => single.end())
  expect((await single.query('select pg_is_in_recovery() as "isStandby"')).rows).toEqual([{ isStandby: false }])
})

test('a server that became a standby refuses writes with a temporary error, and its connection is not kept', async () => {
  await pair.followed()
  const { sql: run } = openPair(pair.standbyUrl)
  const idOf = async () => (await run`select pg_backend_pid() as id`)[0]?.id
  const before = await idOf()
  const failure = await run`insert into note values ('refused')`.catch((error) => error)
  expect(failure).toMatchObject({ code: '25006' })
  expect(isTemporaryDatabaseError(failure)).toBe(true)
  expect(await idOf()).not.toBe(before)
})
