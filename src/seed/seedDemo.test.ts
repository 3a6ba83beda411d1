import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#db/client.server.ts'
import { user } from '#db/schema/accounts.ts'
import { member } from '#db/schema/agencies.ts'
import { listing } from '#db/schema/listings.ts'
import { recordHead } from '#db/schema/record.ts'
import { verifyPassword } from '#features/accounts/server/credentials/passwords/passwordHashing.server.ts'
import { AnalyticsInput } from '#features/analytics/analytics.schema.ts'
import { readViewsByChannel } from '#features/analytics/server/readBreakdowns.server.ts'
import { readEngagement } from '#features/analytics/server/viewsAndEngagement.server.ts'
import { listAgencyAudit } from '#features/audit/agencyAudit.server.ts'
import { auditText } from '#features/audit/auditText.ts'
import { remindOfNextActions } from '#features/leads/server/followUp/followUp.server.ts'
import { listLinks } from '#features/listings/channels/channels.server.ts'
import { findRecordError } from '#features/record/server/verifyRecord.server.ts'
import { findMember } from '#platform/auth/sessions.server.ts'
import { createDatabase } from '../../test/support/database.ts'
import { appStorage } from '../../test/support/processes/appData.ts'
import { temporaryFolder } from '../../test/support/temporaryFolder.ts'
import { hasDemoAgent, SEED_LOCK_ID, seedDemo } from './seedDemo.server.ts'

const env = { loopback: true, DATABASE_URL: undefined, APP_URL: 'http://localhost:3000' }

let database: Awaited<ReturnType<typeof createDatabase>>
let folder: string
beforeEach(async () => {
  database = await createDatabase()
  folder = await temporaryFolder()
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
const seed = (circumstances = {}, settings: Parameters<typeof seedDemo>[1] = env) =>
  seedDemo({ db: database.db, storage: appStorage(folder) }, settings, circumstances)

test('an empty database gets one demo agency, and the log says how to sign in', async () => {
  expect(await hasDemoAgent(database.db)).toBe(false)
  const signIn = await seed()
  expect(signIn).toEqual({ email: 'demo@property-files.localhost', password: 'property-files-demo' })

  const [agent] = await database.db.select().from(user).where(eq(user.email, 'demo@property-files.localhost'))
  expect(agent).toMatchObject({ email: signIn?.email, emailVerified: true, subscriptionActive: true })
  expect(await verifyPassword('property-files-demo', agent?.password)).toBe(true)
  expect(await count('listing where "publishedAt" is not null')).toBe(3)
  expect(await count('lead')).toBe(25)
  expect(await count('profile')).toBe(1)
  expect(await count('invitee join invitee_reading on "inviteeId" = id')).toBe(1)
  expect(await count("document_change where audience is not null and note <> ''")).toBe(1)
  expect(await count('change_recipient where "toldAt" is not null')).toBeGreaterThan(0)
  expect(await hasDemoAgent(database.db)).toBe(true)
})

test('the demo agency has a member of each role, a shared listing, an assigned lead and a log', async () => {
  await seed()
  const { db } = database
  const members = await db.select({ role: member.role, agencyId: member.agencyId }).from(member)
  expect(members.map(({ role }) => role).sort()).toEqual(['agent', 'assistant', 'manager', 'owner'])
  expect(new Set(members.map(({ agencyId }) => agencyId)).size).toBe(1)
  expect(await count('agency')).toBe(1)
  expect(await count('co_agent')).toBe(1)
  expect(await count('lead join co_agent on co_agent."userId" = "assigneeId"')).toBe(1)
  const [owner] = await db.select().from(user).where(eq(user.email, 'demo@property-files.localhost'))
  const agent = await findMember(db, owner?.id ?? '')
  const { activities } = await listAgencyAudit(db, agent ?? expect.fail(), { limit: 100 })
  expect(activities.map(auditText)).toContainEqual(expect.stringMatching(/^Assigned .+ to Priya Calloway$/))
})

test('the agent was reminded of what was due yesterday, so that a new demo sends no email by itself', async () => {
  await seed()
  expect(await count('lead where "nextActionAt" < now()')).toBe(1)
  expect(await remindOfNextActions(database.db)).toBe(0)
})

test('each demo listing has a record in order, and an agreement that two buyers have confirmed', async () => {
  await seed()
  const heads = await database.db.select().from(recordHead)
  expect(heads).toHaveLength(3)
  for (const { listingId } of heads) expect(await findRecordError(database.db, listingId)).toBeUndefined()
  for (const kind of ['published', 'version_added', 'access_given', 'version_opened', 'version_read', 'acknowledged'])
    expect(await count(`record_entry where kind = '${kind}'`), kind).toBeGreaterThan(0)
  expect(await count('acknowledgement')).toBe(2)
  expect(await count('file where acknowledgement is not null')).toBe(1)
})

test('the figures by channel are the same for links, analytics and the funnel, and add up to all', async () => {
  await seed()
  const { db } = database
  const [owner] = await db.select().from(user).where(eq(user.email, 'demo@property-files.localhost'))
  const agent = (await findMember(db, owner?.id ?? '')) ?? expect.fail()
  const add = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)
  for (const { id: listingId } of await db.select({ id: listing.id }).from(listing)) {
    const input = AnalyticsInput.parse({ listingId, range: '30d' })
    const { channels } = await readViewsByChannel(db, agent, input)
    const all = await readEngagement(db, agent, input)
    expect(channels.length).toBeGreaterThan(3)
    expect(add(channels.map(({ leads }) => leads))).toBe(all.leads.now)
    expect(add(channels.map(({ visitors }) => visitors))).toBe(all.visitors.now)
    for (const { id, views, leads } of await listLinks(db, agent, listingId, env.APP_URL))
      expect({ views, leads }).toEqual(pick(channels.find(({ channel }) => channel === id) ?? { views: 0, leads: 0 }))
    for (const { channel, visitors, leads } of channels) {
      const funnel = await readEngagement(db, agent, { ...input, channel })
      expect([funnel.visitors.now, funnel.leads.now]).toEqual([visitors, leads])
    }
  }
})
const pick = ({ views, leads }: { views: number; leads: number }) => ({ views, leads })

test('it is created once, regardless of how often and how simultaneously the application starts', async () => {
  const answers = await Promise.all([seed(), seed(), seed()])
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await seed()).toBeUndefined()
  expect(await count('"user"')).toBe(4)
  expect(await count('listing')).toBe(3)
})

test('a start waits for another that takes longer to create it than a statement may', async () => {
  database.pool.on('connect', (client) => void client.query("set statement_timeout = '200ms'"))
  const other = openDatabase(database.url, { max: 1 })
  await other.sql`select pg_advisory_lock(${SEED_LOCK_ID})`
  const waiting = seed()
  await other.sql`select pg_sleep(0.6)`
  await other.db.insert(user).values({ email: 'demo@property-files.localhost', password: 'x' })
  await other.close()
  expect(await waiting).toBeUndefined()
})

test('a database that has an agent is left alone', async () => {
  await database.db.insert(user).values({ email: 'somebody@example.com', password: 'x' })
  expect(await seed()).toBeUndefined()
  expect(await count('listing')).toBe(0)
})

test.each([
  ['the database is not the embedded one', { ...env, DATABASE_URL: 'postgres://db.example.nz/property_files' }],
  ['the application is reachable from outside', { ...env, loopback: false }],
])('there is no demo when %s', async (_when, other) => {
  expect(await seed({}, other)).toBeUndefined()
  expect(await count('"user"')).toBe(0)
})

test('an installation without the demo folder gets the agency without files', async () => {
  expect(await seed({ folder: '/nowhere' })).toBeDefined()
  expect(await count('listing')).toBe(3)
  expect(await count('file')).toBe(0)
  expect(await count('lead')).toBe(25)
})

async function count(from: string) {
  const [row] = await database.sql.raw(`select count(*)::int as n from ${from}`)
  return row?.n
}
