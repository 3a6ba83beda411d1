import { join } from 'node:path'
import { eq, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { createAgency } from '../../test/fixtures/agencies.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { createFile } from '../../test/fixtures/files.ts'
import { createLead } from '../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { freshDatabase } from '../../test/support/database.ts'
import { emptyDatabase, insertRow, migrationsBefore } from '../../test/support/migrations.ts'
import type { Db } from './client.server.ts'
import type { Sql } from './connection.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { file } from './schema/files.ts'
import * as schema from './schema/index.ts'
import { listing } from './schema/listings.ts'
import { agencyTables, otherTables } from './tableDistribution.ts'

const MIGRATIONS = join(import.meta.dirname, '../../drizzle')

describe('each table says how it would be spread over several databases', () => {
  const tables = Object.values(schema).filter((value) => is(value, PgTable))

  test('by agency or not, and there is no other', () => {
    const known = [...Object.keys(agencyTables), ...Object.keys(otherTables)]
    expect(known.sort()).toEqual(tables.map(getTableName).sort())
  })

  test('and those that are kept by agency have the column', () => {
    const missing = tables.filter((table) => {
      const { key, otherwise = key } = agencyTables[getTableName(table)] ?? { key: undefined }
      const names = getTableConfig(table).columns.map(({ name }) => name)
      return [key, otherwise].some((name) => name !== undefined && !names.includes(name))
    })
    expect(missing.map(getTableName)).toEqual([])
  })
})

/** What a row of each table is about, the tables that others need first. */
const children = {
  ...{ invitee: 'leadId', document_change: 'listingId', change_recipient: 'leadId', invitee_reading: 'inviteeId' },
  ...{ co_agent: 'listingId', open_home: 'listingId', old_slug: 'listingId', share_picture: 'listingId' },
  ...{ feed_photo: 'listingId', record_subject: 'listingId', record_entry: 'listingId', record_head: 'listingId' },
  ...{ reading: 'leadId', reading_search: 'leadId', lead_note: 'leadId', lead_answer: 'leadId' },
  ...{ acknowledgement: 'leadId', acknowledgement_reminder: 'leadId', chosen_reader: 'leadId' },
  ...{ file_version: 'fileId', reading_sum: 'fileId', reading_session: 'fileId' },
  ...{ inbound_document: 'emailId', vendor_report_email: 'linkId', webhook_delivery: 'messageId' },
  notification: 'listingId',
} satisfies Record<string, string>
const parents = ['inbound_email', 'vendor_link', 'webhook_message', 'webhook_endpoint']

/** A row in each of these tables, as a version writes it that knows nothing of their agency. Returns the agency. */
async function writeAsBefore({ db, sql }: { db: Db; sql: Sql }, text: string) {
  const agent = await createAgent(db, { password: 'none' })
  const { id: listingId } = await createPublishedListing(db, { agent })
  const { id: leadId } = await createLead(db, { listingId, source: 'agent' })
  await insertRow(sql, 'file', { id: `file_${text}`, path: text, name: text, userId: agent.id, listingId })
  const known: Record<string, unknown> = {
    ...{ agencyId: agent.agencyId, userId: agent.id, uploadedById: agent.id, listingId, leadId },
    ...{ fileId: `file_${text}`, inviteeId: text, changeId: text, emailId: text, linkId: text },
    ...{ messageId: text, endpointId: text },
  }
  const ofType: Record<string, unknown> = { text, integer: 1, bigint: 1, boolean: true, jsonb: '{}', ARRAY: '{}' }
  for (const table of [...parents, ...Object.keys(children)]) {
    const columns = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_default is null and is_generated = 'NEVER'
        and (is_nullable = 'NO' or column_name in ('listingId', 'userId', 'leadId'))`
    const value = ({ name, type }: { name: string; type: string }) => known[name] ?? ofType[type] ?? new Date()
    const row = Object.fromEntries(columns.map((column) => [column.name, value(column)]))
    await insertRow(sql, table, row)
  }
  return agent.agencyId
}

test('what the version before wrote, before the migration and while it still serves, has the agency of what it is about', async () => {
  const database = await emptyDatabase()
  await migrateDatabase(database.url, await migrationsBefore('0032_agency_keys'))
  const before = await writeAsBefore(database, 'before')
  await migrateDatabase(database.url, MIGRATIONS)
  const after = await writeAsBefore(database, 'after')
  for (const table of Object.keys(children)) {
    const rows = await database.sql.raw<{ agencyId: string }>(`select "agencyId" from ${table}`)
    expect(new Set(rows.map(({ agencyId }) => agencyId)), table).toEqual(new Set([before, after]))
  }
  const [left] = await database.sql`select to_regproc('backfill_agency_keys') as procedure`
  expect(left?.procedure).toBeNull()
})

test('giving them their agency leaves the record, the times of notifications and everything else as it was', async () => {
  const database = await emptyDatabase()
  const { sql } = database
  await migrateDatabase(database.url, await migrationsBefore('0032_agency_keys'))
  await writeAsBefore(database, 'before')
  const read = () => sql`select to_jsonb(record_entry) - 'agencyId' as entry,
    (select date_trunc('second', "updatedAt") from notification) as at from record_entry`
  const rows = await read()
  await migrateDatabase(database.url, MIGRATIONS)
  expect(await read()).toEqual(rows)
  for (const change of [`set hash = 'other'`, `set "agencyId" = ''`, `set "agencyId" = '', hash = 'other'`])
    await expect(sql.raw(`update record_entry ${change}`)).rejects.toThrow('The record cannot be changed.')
})

describe('the agency of a row never changes', () => {
  test('when a listing is handed over, it and all about it stay in the agency', async () => {
    const { db } = await freshDatabase()
    const { agent, colleague } = await createAgency(db)
    const { id } = await createPublishedListing(db, { agent })
    await createLead(db, { listingId: id })
    await createFile(db, { agent, listingId: id })
    await db.update(listing).set({ userId: colleague.id }).where(eq(listing.id, id))
    for (const table of [schema.listing, schema.lead, schema.file, schema.person, schema.fileVersion]) {
      const rows = await db.select({ agencyId: table.agencyId }).from(table)
      expect(new Set(rows.map(({ agencyId }) => agencyId))).toEqual(new Set([agent.agencyId]))
    }
  })

  test('and PostgreSQL refuses to change it', async () => {
    const { db, sql } = await freshDatabase()
    const [agent, other] = [await createAgent(db), await createAgent(db)]
    const { id } = await createPublishedListing(db, { agent })
    const { id: otherId } = await createPublishedListing(db, { agent: other })
    await createLead(db, { listingId: id })
    const { id: fileId } = await createFile(db, { agent })
    for (const table of ['listing', 'lead', 'file', 'person'])
      await expect(
        sql.raw(`update ${table} set "agencyId" = $1 where "agencyId" = $2`, [other.agencyId, agent.agencyId]),
        table,
      ).rejects.toThrow(`The agency of a ${table} cannot be changed.`)
    await expect(db.update(file).set({ listingId: otherId }).where(eq(file.id, fileId))).rejects.toMatchObject({
      cause: { message: 'The agency of a file cannot be changed.' },
    })
  })
})
