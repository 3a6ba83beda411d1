import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addMember } from '../../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../../test/fixtures/agents.ts'
import { createLead } from '../../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../../test/fixtures/listings.ts'
import { freshDatabase } from '../../../../../test/support/database.ts'
import { ListPeopleInput } from '../../people/people.schema.ts'
import { buildListPeopleQuery, listPeople } from './people.server.ts'

test('the list of many people is read from an index in every order', async () => {
  const { db, sql: run } = await freshDatabase()
  const agent = await createAgent(db)
  await run`insert into person (id, "userId", email, "sortName", "lastSeenAt", heat)
    select 'pers_' || n, ${agent.id}, n || '@example.nz', 'name ' || n, now() - n * interval '1 minute', n % 100
    from generate_series(1, 5000) n`
  await run`analyze person`
  const indexes = { seen: 'person_by_last_seen', hottest: 'person_by_heat', name: 'person_by_name' }
  for (const [sort, index] of Object.entries(indexes)) {
    const input = ListPeopleInput.parse({ sort })
    const { next } = await listPeople(db, agent, input)
    const { query } = buildListPeopleQuery(db, agent, { ...input, cursor: next ?? undefined })
    const { rows } = await db.execute(sql`explain ${query}`)
    const plan = rows.map((line) => Object.values(line)[0]).join('\n')
    expect(plan).toMatch(/^Limit/)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  }
})

test('an agent’s list of people starts from their leads, not from everyone whom the agency knows', async () => {
  const { db, sql: run } = await freshDatabase()
  const agent = await createAgent(db)
  const { id: listingId } = await createPublishedListing(db, { agent })
  const colleague = await addMember(db, agent, { role: 'agent' })
  const { personId } = await createLead(db, { listingId: (await createPublishedListing(db, { agent: colleague })).id })
  await run`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId")
    select 'lead_' || n, 'First' || n, 'Last', n || '@example.nz', '+64215550123', 'Hello', ${listingId}
    from generate_series(1, 1000) n`
  await run`analyze person, lead`
  for (const [member, whose] of [
    [colleague, undefined],
    [agent, colleague.id],
  ] as const) {
    const input = ListPeopleInput.parse({ whose })
    const { rows } = await db.transaction(async (tx) => {
      // To read all of so small a table can be as quick.
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute(sql`explain ${buildListPeopleQuery(tx, member, input).query}`)
    })
    const plan = rows.map((line) => Object.values(line)[0]).join('\n')
    // Before version 17 as a parameter.
    expect(plan).toMatch(/Index Cond: \(id = ANY \((?:\(InitPlan|\$\d)/)
    expect((await listPeople(db, member, input)).people.map(({ id }) => id)).toEqual([personId])
  }
})
