import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sql } from '../../src/db/connection.server.ts'
import { isTemporaryDatabaseError } from '../../src/db/isTemporaryDatabaseError.ts'
import { migrateDatabase } from '../../src/db/migrate.server.ts'
import { newId } from '../../src/db/schema/columns.ts'
import { AnalyticsInput } from '../../src/features/analytics/analytics.schema.ts'
import { readViews } from '../../src/features/analytics/server/viewsAndEngagement.server.ts'
import { findMember } from '../../src/platform/auth/sessions.server.ts'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { isLong } from '../support/longRun.ts'
import { emptyDatabase, insertEarlierEvent, migrationsBefore } from '../support/migrations.ts'
import { onSeparateConnection } from '../support/separateConnection.ts'

/** In each table that migrations 0021 to 0023 change. */
const ROWS = isLong ? 100_000 : 1_000

test('agencies and their figures arrive while the previous version writes, and nothing is without its agency', {
  timeout: isLong ? 900_000 : 60_000,
}, async () => {
  const { url, db, sql } = await emptyDatabase()
  await migrateDatabase(url, await migrationsBefore('0021_agencies'))
  await onSeparateConnection(url, fillTables)
  let [leads, events, isMigrating] = [0, 0, true]
  const writing = (async () => {
    while (isMigrating) {
      leads += await countWritten(
        sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId")
          values (${newId('lead')}, 'Mere', '', ${`${leads}@example.nz`}, '', '', 'list_1')`,
      )
      events += await countWritten(insertEarlierEvent(sql, { listingId: 'list_1' }))
    }
  })()
  await migrateDatabase(url, join(projectRoot, 'drizzle'))
  isMigrating = false
  await writing

  const amounts = { agency: ROWS, member: ROWS, listing: ROWS, file: ROWS }
  for (const [table, amount] of Object.entries({ ...amounts, lead: ROWS + leads, event: 2 * ROWS + events })) {
    const agencyId = table === 'agency' ? 'id' : '"agencyId"'
    const [found] = await sql.raw(
      `select count(*)::int as all, count(*) filter (where ${agencyId} in (select id from agency))::int as owned from "${table}"`,
    )
    expect({ table, ...found }).toEqual({ table, all: amount, owned: amount })
  }
  expect(await sql`select id from person where "agencyId" <> 'agcy_' || substr("userId", 5)`).toEqual([])
  // Every second one has opened a document.
  expect(await sql`select count("createdOn")::int as created, count("firstOpenedAt")::int as opened from lead`).toEqual(
    [{ created: ROWS, opened: ROWS / 2 }],
  )
  expect(await sql`select proname from pg_proc where starts_with(proname, 'backfill_')`).toEqual([])
  const agent = await findMember(db, 'usr_1')
  if (!agent) throw new Error('The agent is gone.')
  expect((await readViews(db, agent, AnalyticsInput.parse({ range: '7d' }))).views.now).toBe(events)
})

/** Writes that wait for the migration can time out or end in a deadlock with it. The application then tries again, like its users. */
const countWritten = (written: Promise<unknown>) =>
  written.then(
    () => 1,
    (error: unknown) => {
      if (isTemporaryDatabaseError(error)) return 0
      throw error
    },
  )

/** An agent, a listing, a file, a buyer with two events and an entry in the log, for each number. */
async function fillTables(sql: Sql) {
  await sql`set session_replication_role = replica`
  await sql`insert into "user" (id, email, password) select 'usr_' || n, n || '@example.nz', '' from generate_series(1, ${ROWS}) n`
  await sql`insert into profile ("userId", "agencyName") select 'usr_' || n, 'Agency ' || n from generate_series(1, ${ROWS}) n`
  await sql`insert into listing (id, title, subtitle, description, slug, "userId")
    select 'list_' || n, n || ' Rata Street', '', '{}', n::text, 'usr_' || n from generate_series(1, ${ROWS}) n`
  await sql`insert into file (id, path, name, "userId", "listingId")
    select 'file_' || n, n::text, 'LIM', 'usr_' || n, 'list_' || n from generate_series(1, ${ROWS}) n`
  await sql`insert into person (id, "userId", email) select 'pers_' || n, 'usr_' || n, n || '@example.nz' from generate_series(1, ${ROWS}) n`
  await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", "userId", "personId", "ownPersonId")
    select 'lead_' || n, 'Mere', '', n || '@buyer.example', '', '', 'list_' || n, 'usr_' || n, 'pers_' || n, 'pers_' || n from generate_series(1, ${ROWS}) n`
  await sql`insert into event (id, event, "listingId", "leadId", "userId", "localDay", "createdAt")
    select 'evnt_' || name || n, case when name = 'opened' and n % 2 = 1 then 'file_download' when name = 'opened' then 'file_view' else 'lead_created' end,
      'list_' || n, 'lead_' || n, 'usr_' || n, current_date - 1, now() - interval '1 day'
    from generate_series(1, ${ROWS}) n, (values ('created'), ('opened')) names (name)`
  await sql`insert into audit (id, "userId", action) select 'audt_' || n, 'usr_' || n, 'signed_in' from generate_series(1, ${ROWS}) n`
  await sql`set session_replication_role = origin`
  await sql`analyze`
}
