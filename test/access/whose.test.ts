import { expect, test } from 'vitest'
import type { Db } from '../../src/db/client.server.ts'
import { member } from '../../src/db/schema/agencies.ts'
import { ListFilesInput } from '../../src/features/files/files.schema.ts'
import { listFiles } from '../../src/features/files/server/listFiles.server.ts'
import { ListLeadsInput } from '../../src/features/leads/leads.schema.ts'
import { ListPeopleInput } from '../../src/features/leads/people/people.schema.ts'
import { countLeads, listLeads } from '../../src/features/leads/server/leads.server.ts'
import { listPeople } from '../../src/features/leads/server/people/people.server.ts'
import { ListListingsInput } from '../../src/features/listings/listings.schema.ts'
import { countListings, listListings } from '../../src/features/listings/server/listListings.server.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'
import { createAgency, shareListing } from '../fixtures/agencies.ts'
import { createFile } from '../fixtures/files.ts'
import { createLead } from '../fixtures/leads.ts'
import { createPublishedListing } from '../fixtures/listings.ts'
import { freshDatabase } from '../support/database.ts'

/** Three listings with a file and a lead each: the agent's, one that a colleague shares with the agent, and the colleague's own. */
async function createOffice(db: Db) {
  const agency = await createAgency(db)
  const { agent, colleague } = agency
  const own = await createPublishedListing(db, { agent })
  const shared = await createPublishedListing(db, { agent: colleague })
  const other = await createPublishedListing(db, { agent: colleague })
  await shareListing(db, shared.id, agent)
  const names = new Map<string, string>()
  for (const [name, { id, userId }] of Object.entries({ own, shared, other })) {
    const { id: leadId, personId } = await createLead(db, { listingId: id })
    const { id: fileId } = await createFile(db, { agent: { id: userId }, listingId: id })
    for (const known of [id, leadId, personId, fileId]) names.set(known, name)
  }
  const read = async (member: Agent, whose: string | undefined) => {
    const shown = (rows: { id: string }[]) => rows.map(({ id }) => names.get(id) ?? id).sort()
    const { listings } = await listListings(db, member, ListListingsInput.parse({ whose }))
    const { leads } = await listLeads(db, member, ListLeadsInput.parse({ whose }))
    const { people } = await listPeople(db, member, ListPeopleInput.parse({ whose }))
    const { files, total } = await listFiles(db, member, ListFilesInput.parse({ whose }))
    // What a chip or a foot says is what the list has.
    expect((await countListings(db, member, whose)).published).toBe(listings.length)
    expect((await countLeads(db, member, { whose })).new).toBe(leads.length)
    expect(total).toBe(files.length)
    const found = { listings: shown(listings), leads: shown(leads), people: shown(people), files: shown(files) }
    expect(new Set(Object.values(found).map(String)).size, JSON.stringify(found)).toBe(1)
    return found.listings
  }
  return { db, ...agency, own, shared, read }
}

test('listings, leads, people and files are narrowed to the agent’s own, shared ones, or one agent’s', async () => {
  const { agent, manager, assistant, colleague, read } = await createOffice((await freshDatabase()).db)
  expect(await read(agent, undefined)).toEqual(['own', 'shared'])
  expect(await read(agent, 'mine')).toEqual(['own'])
  expect(await read(agent, 'shared')).toEqual(['shared'])
  expect(await read(agent, colleague.id)).toEqual(['shared'])
  // An assistant's own are those of the agent they assist.
  expect(await read(assistant, 'mine')).toEqual(['own'])
  expect(await read(assistant, 'shared')).toEqual(['shared'])
  expect(await read(manager, undefined)).toEqual(['other', 'own', 'shared'])
  expect(await read(manager, 'mine')).toEqual([])
  expect(await read(manager, colleague.id)).toEqual(['other', 'shared'])
})

test('threat 148: narrowing a list never shows what is out of reach', async () => {
  const { db } = await freshDatabase()
  const { agent, colleague, owner, read } = await createOffice(db)
  const outsiders = await createOffice(db)
  expect(await read(agent, colleague.id)).not.toContain('other')
  for (const reader of [agent, owner])
    for (const { id } of [outsiders.agent, outsiders.colleague]) expect(await read(reader, id)).toEqual([])

  // Someone who works in both agencies sees what they have in each of them there.
  const { agencyId } = outsiders.owner
  await db.insert(member).values({ agencyId, userId: agent.id, role: 'agent' })
  await shareListing(db, outsiders.own.id, agent)
  const filters = [undefined, 'mine', 'shared', outsiders.agent.id]
  const here = await Promise.all(filters.map((whose) => read(agent, whose)))
  expect(here).toEqual([['own', 'shared'], ['own'], ['shared'], []])
  const there = await Promise.all(filters.map((whose) => outsiders.read({ ...agent, agencyId }, whose)))
  expect(there).toEqual([['own'], [], ['own'], ['own']])
})

test('an agent sees the leads that they look after', async () => {
  const { db, agent, colleague, shared } = await createOffice((await freshDatabase()).db)
  const { id } = await createLead(db, { listingId: shared.id, assigneeId: agent.id })
  const { leads } = await listLeads(db, agent, ListLeadsInput.parse({ whose: 'assigned' }))
  expect(leads.map((one) => one.id)).toEqual([id])
  expect((await countLeads(db, agent, { whose: 'assigned' })).new).toBe(1)
  expect((await listLeads(db, colleague, ListLeadsInput.parse({ whose: 'assigned' }))).leads).toEqual([])
})
