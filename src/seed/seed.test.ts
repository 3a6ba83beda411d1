import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { user } from '#db/schema/user.ts'
import { verifyPassword } from '#features/accounts/password.server.ts'
import { createDatabase } from '../../test/support/database.ts'
import { hasDemoAgent, seedDemo } from './seed.server.ts'

const env = { loopback: true, DATABASE_URL: undefined, APP_URL: 'http://localhost:3000' }
const NOW = new Date('2025-06-15T09:00:00Z')

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  await database.sql`truncate event, event_day, visitor_seen, notification, lead, file, listing, session, token, "user" cascade`
})

test('an empty database gets one demo agency, and tells how to sign in', async () => {
  expect(await hasDemoAgent(database.db)).toBe(false)
  const signIn = await seedDemo(database, env)
  expect(signIn).toEqual({ email: 'demo@property-files.localhost', password: 'property-files-demo' })

  const [agent, ...others] = await database.db.select().from(user)
  expect(others).toEqual([])
  expect(agent).toMatchObject({ email: signIn?.email, emailVerified: true, subscriptionActive: true })
  expect(await verifyPassword('property-files-demo', agent?.password)).toBe(true)
  expect(await count('listing where "publishedAt" is not null')).toBe(3)
  expect(await count('lead')).toBe(25)
  expect(await hasDemoAgent(database.db)).toBe(true)
})

test('it is made once, however often and however simultaneously the application starts', async () => {
  const answers = await Promise.all([seedDemo(database, env), seedDemo(database, env), seedDemo(database, env)])
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await seedDemo(database, env)).toBeUndefined()
  expect(await count('"user"')).toBe(1)
  expect(await count('listing')).toBe(3)
})

test('a database that has an agent is left alone', async () => {
  await database.db.insert(user).values({ email: 'somebody@example.com', password: 'x' })
  expect(await seedDemo(database, env)).toBeUndefined()
  expect(await count('listing')).toBe(0)
})

test.each([
  ['the database is somebody else’s', { ...env, DATABASE_URL: 'postgres://db.example.nz/property_files' }],
  ['the application is reachable from outside', { ...env, loopback: false }],
])('there is no demo when %s', async (_when, other) => {
  expect(await seedDemo(database, other)).toBeUndefined()
  expect(await count('"user"')).toBe(0)
})

test('the events are those of ninety ordinary days', async () => {
  await seedDemo(database, env, NOW)
  const total = await count('event')
  expect(total).toBeGreaterThan(6_000)
  expect(total).toBeLessThan(7_500)
  expect(await count(`event where "createdAt" < '${daysBefore(90)}' or "createdAt" >= '${daysBefore(0)}'`)).toBe(0)
  expect(await count(`event where country = 'NZ'`)).toBeGreaterThan(total * 0.85)
  expect(await count(`event where extract(hour from ${local}) between 18 and 22`)).toBeGreaterThan(total * 0.35)

  const weekend = await count(`event where extract(isodow from ${local}) in (6, 7)`)
  expect(weekend / 2).toBeGreaterThan(1.5 * ((total - weekend) / 5))
})

test('a listing is looked at most in the week after it was published', async () => {
  await seedDemo(database, env, NOW)
  const [week] = await database.sql`
    select count(*) filter (where event."createdAt" < "publishedAt" + interval '7 days')::int as first,
      count(*) filter (where event."createdAt" between "publishedAt" + interval '14 days' and "publishedAt" + interval '21 days')::int as third
    from event join listing on listing.id = event."listingId" where listing."publishedAt" < ${daysBefore(30)}`
  expect(week?.first).toBeGreaterThan(1.5 * week?.third)
})

test('every lead looked before asking, was counted once, and read only afterwards', async () => {
  await seedDemo(database, env, NOW)
  const journeys = await database.sql`
    select (select count(*)::int from event where "leadId" = lead.id and event = 'lead_created') as created,
      (select count(*)::int from event where "leadId" = lead.id and event = 'file_view') as views,
      (select count(*)::int from event where "leadId" = lead.id and "createdAt" < lead."createdAt") as early,
      lead."createdAt" >= "publishedAt" as published
    from lead join listing on listing.id = lead."listingId"`
  expect(journeys).toHaveLength(25)
  for (const journey of journeys) expect(journey).toMatchObject({ created: 1, early: 0, published: true })
  expect(journeys.filter(({ views }) => views > 0).length).toBeGreaterThan(22)
  expect(await count(`event where event in ('file_view', 'file_download') and "leadId" is null`)).toBe(0)
})

test('a visitor is unique once a day and page', async () => {
  await seedDemo(database, env, NOW)
  const [repeats] = await database.sql`select count(*)::int as n from (
    select 1 from event group by hash, hostname, pathname having count(*) filter (where "isUnique") <> 1) as odd`
  expect(repeats?.n).toBe(0)
})

test('nobody in it can be reached: example addresses, numbers that start with 555', async () => {
  await seedDemo(database, env, NOW)
  expect(await count(`lead where email !~ '@example\\.(com|org|net)$' or phone !~ '^\\+6421555\\d{4}$'`)).toBe(0)
  expect(await count('(select distinct email from lead) as different')).toBe(25)
  expect(await count('(select distinct phone from lead) as different')).toBe(25)
})

test('the bell shows the newest leads, a few of them unread', async () => {
  await seedDemo(database, env, NOW)
  expect(await count('notification')).toBe(8)
  expect(await count('notification where "archivedAt" is null')).toBe(3)
})

const local = `"createdAt" at time zone 'Pacific/Auckland'`
const daysBefore = (days: number) => new Date(NOW.getTime() - days * 24 * 3600 * 1000).toISOString()

async function count(from: string) {
  const [row] = await database.sql.unsafe(`select count(*)::int as n from ${from}`)
  return row?.n
}
