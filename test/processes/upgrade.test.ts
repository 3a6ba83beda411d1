import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { breakingStatements } from '../../scripts/steps/breaking.mjs'
import { migrateDatabase } from '../../src/db/migrate.server.ts'
import { AnalyticsInput } from '../../src/features/analytics/analytics.schema.ts'
import { readViews } from '../../src/features/analytics/server/viewsAndEngagement.server.ts'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'
import { createAgent } from '../fixtures/agents.ts'
import { createListingWithDocuments } from '../fixtures/files.ts'
import { createListingOfFirstRelease } from '../fixtures/listings.ts'
import { startTraffic } from '../fixtures/traffic.ts'
import { eventually } from '../support/eventually.ts'
import { emptyDatabase, insertEarlierEvent, migrationsBefore, migrationsWith } from '../support/migrations.ts'
import { useDeployedApp } from '../support/processes/deployedApp.ts'
import { onSeparateConnection } from '../support/separateConnection.ts'

/** This version goes on serving while the next one brings its migrations. */
const parts = useDeployedApp({ TRUSTED_PROXIES: '127.0.0.1' })
let listing: Awaited<ReturnType<typeof createListingWithDocuments>>
beforeAll(async () => {
  listing = await createListingWithDocuments(parts)
})

async function newVisitors() {
  const visitors = await startTraffic(parts.url, listing)
  onTestFinished(visitors.sendHome)
  await visitors.nextAnswers()
  return visitors
}

describe('the next version brings its migrations', () => {
  test('and users of the running version are not affected', async () => {
    const visitors = await newVisitors()
    const folder = await migrationsWith([
      'ALTER TABLE "listing" ADD COLUMN "viewings" text',
      'ALTER TABLE "lead" ADD COLUMN "budget" integer DEFAULT 0 NOT NULL',
      'ALTER TABLE "user" ADD COLUMN "agency" text',
      'CREATE TABLE "viewing" ("id" text PRIMARY KEY, "listingId" text NOT NULL REFERENCES "listing" ("id"))',
      'CREATE INDEX "lead_by_budget" ON "lead" ("budget")',
    ])
    await migrateDatabase(parts.database.url, folder)
    await visitors.nextAnswers()
    await visitors.sendHome()
    expect(visitors.failures).toEqual([])
    expect(await parts.database.sql`select budget from lead`).not.toEqual([])
    expect((await fetch(`${parts.url}/readyz`)).status).toBe(200)
  })

  test('and waits without blocking others while a table is in use', async () => {
    const visitors = await newVisitors()
    const folder = await migrationsWith(['ALTER TABLE "listing" ADD COLUMN "auction" text'])
    const warnings: string[] = []
    let migrating = Promise.resolve()
    await onSeparateConnection(parts.database.url, async (other) => {
      await other`begin`
      await other`select 1 from listing`
      migrating = migrateDatabase(parts.database.url, folder, (words) => void warnings.push(words))
      await eventually(() => warnings.length > 0)
      await visitors.nextAnswers()
    })
    await migrating
    await visitors.sendHome()
    expect(visitors.failures).toEqual([])
    expect(new Set(warnings)).toEqual(new Set(['A migration waits for a table that is in use, and is tried again.']))
    expect(await parts.database.sql`select auction from listing`).toHaveLength(1)
  })
})

test('events of the previous version get local days while more arrive, and the numbers agree', async () => {
  const { url, db, sql } = await emptyDatabase()
  await migrateDatabase(url, await migrationsBefore('0013_local_days'))
  const agent = await createAgent(db, { password: 'none' })
  await sql`insert into profile ("userId", "timeZone") values (${agent.id}, 'Australia/Perth')`
  const { id: listingId } = await createListingOfFirstRelease(db, { agent })
  await sql`insert into event (id, event, "listingId", "createdAt")
    select 'evnt_old' || n, 'listing_view', ${listingId}, now() - n * interval '17 minutes' from generate_series(1, 5000) n`
  let written = 5_000
  let isMigrating = true
  const writing = (async () => {
    for (; isMigrating; written++) await insertEarlierEvent(sql, { listingId })
  })()
  await migrateDatabase(url, join(projectRoot, 'drizzle'))
  isMigrating = false
  await writing

  const days = await sql`select "localDay"::text as day, count(*)::int as views from event group by 1 order by 1`
  expect(days.reduce((total, { views }) => total + views, 0)).toBe(written)
  expect(
    await sql`select "localDay" from event where "localDay" is distinct from ("createdAt" at time zone 'Australia/Perth')::date`,
  ).toEqual([])
  const counted = await readViews(db, agent, AnalyticsInput.parse({ range: '90d' }))
  expect(counted.days.filter(({ views }) => views > 0)).toMatchObject(days)
  const fromEvents = await readViews(db, agent, AnalyticsInput.parse({ range: '90d', listingId, referrer: 'direct' }))
  expect(fromEvents.days).toEqual(counted.days)
})

describe('a migration that would break the previous version', () => {
  const next = (text: string) => breakingStatements('0011_next.sql', text)

  test.each([
    'ALTER TABLE "lead" DROP COLUMN "note"',
    'DROP TABLE "token"',
    'ALTER TABLE "lead" RENAME COLUMN "note" TO "words"',
    'ALTER TABLE "lead" ALTER COLUMN "phone" SET NOT NULL',
    'ALTER TABLE "lead" ADD COLUMN "budget" integer NOT NULL',
    'ALTER TABLE "lead" ALTER COLUMN "note" SET DATA TYPE jsonb',
    'ALTER TYPE "kind" RENAME VALUE "lim" TO "memo"',
  ])('is refused: %s', (statement) => {
    expect(next(`CREATE TABLE "viewing" ("id" text);--> statement-breakpoint\n${statement};`)).toEqual([statement])
    expect(next(`-- breaks the version before: unused since 1.2\n${statement};`)).toEqual([])
    expect(next(`-- breaks the version before:\n${statement};`)).toEqual([statement])
  })

  test('and any other is accepted', () => {
    const statements = [
      'CREATE TABLE "viewing" ("id" text NOT NULL)',
      'ALTER TABLE "viewing" ALTER COLUMN "id" SET NOT NULL',
      'ALTER TABLE "lead" ADD COLUMN "budget" integer DEFAULT 0 NOT NULL',
      'ALTER TABLE "lead" ADD COLUMN "visit" text',
      'ALTER TYPE "kind" ADD VALUE \'plan\'',
      'CREATE INDEX "lead_by_budget" ON "lead" ("budget")',
    ]
    expect(next(statements.join(';--> statement-breakpoint\n'))).toEqual([])
  })
})
