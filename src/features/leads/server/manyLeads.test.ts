import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createOpenHome } from '../../../../test/fixtures/openHomes.ts'
import { createDatabase } from '../../../../test/support/database.ts'
import { ListLeadsInput } from '../leads.schema.ts'
import { buildListLeadsQuery, countLeads, listLeads } from './leads.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let agent: Awaited<ReturnType<typeof createAgent>>
let colleague: Awaited<ReturnType<typeof addMember>>

/** An agency with 3,000 leads on 300 listings. A colleague has ten of the leads, and shares a listing with ten more. */
beforeAll(async () => {
  database = await createDatabase()
  const { db } = database
  agent = await createAgent(db)
  colleague = await addMember(db, agent, { role: 'agent' })
  const shared = (await createPublishedListing(db, { agent })).id
  const own = (await createPublishedListing(db, { agent: colleague })).id
  await shareListing(db, shared, colleague)
  await database.sql`insert into listing (id, title, subtitle, description, slug, "userId")
    select 'list_' || n, '', '', '{}', n, ${agent.id} from generate_series(0, 299) n`
  await database.sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", "createdAt", heat)
    select 'lead_' || n, 'First' || n, 'Last', n || '@example.nz', '+64215550123', 'Hello',
      case when n > 2990 then ${own} when n > 2980 then ${shared} else 'list_' || n % 300 end,
      now() - n * interval '1 minute', n % 101
    from generate_series(1, 3000) n`
  await database.sql`vacuum analyze lead, listing`
})
afterAll(() => database.drop())

test('a page of many leads is read from an index in every order', async () => {
  const { db } = database
  const indexes = {
    newest: 'lead_by_arrival',
    oldest: 'lead_by_arrival',
    name: 'lead_by_name',
    seen: 'lead_by_last_seen',
    heat: 'lead_by_heat',
  }
  for (const [sort, index] of Object.entries(indexes)) {
    const question = ListLeadsInput.parse({ sort })
    const { next } = await listLeads(db, agent, question)
    const { query } = buildListLeadsQuery(db, agent, { ...question, cursor: next ?? undefined })
    const { rows } = await db.execute(sql`explain ${query}`)
    const plan = rows.map((line) => Object.values(line)[0]).join('\n')
    expect(plan).toMatch(/^Limit/)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  }
})

test('an agent’s page is found without reading the leads of colleagues, in every order and with a search', async () => {
  const { db } = database
  for (const question of [{}, { sort: 'name' }, { sort: 'seen' }, { sort: 'heat' }, { search: 'last' }] as const) {
    const input = ListLeadsInput.parse(question)
    const { rows } = await db.execute(sql`explain ${buildListLeadsQuery(db, colleague, input).query}`)
    const plan = rows.map((line) => Object.values(line)[0]).join('\n')
    expect(plan).toContain('lead_by_agent')
    expect(plan).not.toMatch(/Seq Scan on lead\b|lead_by_(arrival|name|last_seen|heat)/)
    expect((await listLeads(db, colleague, input)).leads).toHaveLength(20)
  }
})

test('a search finds words in the index, without reading every lead of the agency', async () => {
  const { db } = database
  const input = ListLeadsInput.parse({ search: 'first2718' })
  const { rows } = await db.transaction(async (tx) => {
    // To read all of so small a table can be as quick.
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql`explain ${buildListLeadsQuery(tx, agent, input).query}`)
  })
  const plan = rows.map((line) => Object.values(line)[0]).join('\n')
  expect(plan).toContain('lead_search')
  expect((await listLeads(db, agent, input)).leads).toMatchObject([{ id: 'lead_2718' }])
})

test('who came to an open home is looked up lead by lead, without reading the visits of other agencies', async () => {
  const { db } = database
  const visited = await createAgent(db)
  const rata = (await createPublishedListing(db, { agent: visited })).id
  const home = await createOpenHome(db, { listingId: rata })
  const there = await createOpenHome(db, { listingId: 'list_0' })
  await database.sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", "createdAt")
    select 'lead_there_' || n, 'First' || n, 'Last', n || '@example.nz', '+64215550123', 'Hello',
      ${rata}, now() - n * interval '1 minute' from generate_series(1, 300) n`
  await database.sql`insert into check_in (id, "agencyId", "listingId", "openHomeId", "leadId", source, "arrivedAt")
    select 'visit-' || id, ${agent.agencyId}, 'list_0', ${there.id}, id, 'door', now() from lead
    where "agencyId" = ${agent.agencyId} limit 2700`
  await database.sql`insert into check_in (id, "agencyId", "listingId", "openHomeId", "leadId", source, "arrivedAt")
    select 'visit-' || id, ${visited.agencyId}, ${rata}, ${home.id}, id, 'door', now() from lead
    where "listingId" = ${rata} limit 30`
  await database.sql`analyze lead, check_in`
  const input = ListLeadsInput.parse({ openHome: 'any' })
  const { rows } = await db.execute(sql`explain ${buildListLeadsQuery(db, visited, input).query}`)
  const plan = rows.map((line) => Object.values(line)[0]).join('\n')
  expect(plan).toContain('check_in_by_lead')
  expect(plan).not.toMatch(/Seq Scan on check_in|Join.*\n.*check_in|Semi Join/)
  expect((await listLeads(db, visited, input)).leads).toHaveLength(30)
  expect((await countLeads(db, visited, { openHome: 'any' })).new).toBe(30)
})
