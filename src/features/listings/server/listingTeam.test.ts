import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#db/client.server.ts'
import { dataExport, user } from '#db/schema/accounts.ts'
import { audit } from '#db/schema/audit.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { notification } from '#db/schema/notifications.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { addMember, createAgency, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createDatabase } from '../../../../test/support/database.ts'
import { emptyDescription } from '../description/description.schema.ts'
import { SetCoAgentsInput } from '../listings.schema.ts'
import { publishListing, requireListing, unpublishListing, updateListing } from './listings.server.ts'
import { handOverListing, readListingHistory, readListingTeam, setCoAgents } from './listingTeam.server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let db: Db
let office: Awaited<ReturnType<typeof createAgency>>
let id: string
beforeAll(async () => {
  database = await createDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  office = await createAgency(db)
  id = (await createPublishedListing(db, { agent: office.agent })).id
})

const share = (by: Agent, userIds: string[], before: string[] = []) => setCoAgents(db, by, { id, before, userIds })
const words = { title: '12 Rata Street', subtitle: '', description: emptyDescription }

test('the lead agent, their assistant, managers and owners choose who runs a listing', async () => {
  const { agent, assistant, manager, owner, colleague } = office
  await share(agent, [colleague.id])
  expect(await readListingTeam(db, colleague, id)).toEqual({
    leadAgentId: agent.id,
    coAgentIds: [colleague.id],
    mayChange: false,
  })
  await share(assistant, [], [colleague.id])
  await expect(requireListing(db, colleague, id)).rejects.toMatchObject({ status: 404 })
  await share(manager, [colleague.id])
  await share(owner, [colleague.id, manager.id], [colleague.id])
  expect((await readListingTeam(db, agent, id)).coAgentIds).toHaveLength(2)
})

test('threat 148: a co-agent can neither share a listing further nor take it over', async () => {
  const { agent, colleague } = office
  await shareListing(db, id, colleague)
  await expect(share(colleague, [], [colleague.id])).rejects.toMatchObject({ status: 403 })
  const takeOver = handOverListing(db, colleague, { id, userId: colleague.id, staysCoAgent: false })
  await expect(takeOver).rejects.toMatchObject({ status: 403 })
  expect((await readListingTeam(db, colleague, id)).leadAgentId).toBe(agent.id)
})

test('co-agents are up to three agents of the same agency', async () => {
  const { agent, assistant, colleague } = office
  const { agent: outsider } = await createAgency(db)
  for (const userId of [outsider.id, assistant.id, agent.id, 'usr_nobody'])
    await expect(share(agent, [userId]), userId).rejects.toMatchObject({ status: 409 })
  const four = ['usr_1', 'usr_2', 'usr_3', 'usr_4']
  expect(SetCoAgentsInput.safeParse({ id, before: [], userIds: four }).success).toBe(false)
  expect(SetCoAgentsInput.safeParse({ id, before: [], userIds: ['usr_1', 'usr_1'] }).success).toBe(false)
  const handOver = handOverListing(db, agent, { id, userId: outsider.id, staysCoAgent: true })
  await expect(handOver).rejects.toMatchObject({ status: 409 })
  await expect(share(agent, [colleague.id], [])).resolves.toBeUndefined()
})

test('choosing co-agents does not interrupt an open editor, and pages that show them are made again', async () => {
  const { agent, colleague } = office
  const read = async () => {
    const [row] = await db
      .select({ version: listing.version, at: sql`${listing.updatedAt}::text` })
      .from(listing)
      .where(eq(listing.id, id))
    return row
  }
  const before = await read()
  await share(agent, [colleague.id])
  const after = await read()
  expect(after?.version).toBe(before?.version)
  expect(after?.at).not.toBe(before?.at)
})

test('two people who choose co-agents at once do not overwrite each other', async () => {
  const { agent, manager, colleague } = office
  const results = await Promise.allSettled([share(agent, [colleague.id]), share(manager, [manager.id])])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'ChangedElsewhere' } })
  expect((await readListingTeam(db, agent, id)).coAgentIds).toHaveLength(1)
})

test('an export from before a listing was handed over can no longer be downloaded', async () => {
  const { agent, colleague } = office
  const ready = { state: 'ready' as const, path: 'x', expiresAt: new Date(Date.now() + 1e8) }
  await db.insert(dataExport).values({ id: 'exp', userId: agent.id, ...ready })
  await handOverListing(db, agent, { id, userId: colleague.id, staysCoAgent: false })
  const [expired] = await db.select().from(dataExport).where(eq(dataExport.userId, agent.id))
  expect(expired?.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
})

test('a listing that is handed over takes its leads along, and the one before stays a co-agent if they want to', async () => {
  const { agent, colleague } = office
  await shareListing(db, id, colleague)
  const { id: leadId } = await createLead(db, { listingId: id, assigneeId: colleague.id })
  // Both were told of it.
  await db.insert(notification).values({ type: 'lead_created', listingId: id, leadId, userId: colleague.id })
  await handOverListing(db, agent, { id, userId: colleague.id, staysCoAgent: true })
  expect(await readListingTeam(db, agent, id)).toEqual({
    leadAgentId: colleague.id,
    coAgentIds: [agent.id],
    mayChange: false,
  })
  expect(await db.select().from(lead).where(eq(lead.id, leadId))).toMatchObject([
    { userId: colleague.id, assigneeId: null },
  ])
  const bell = await db.select().from(notification).where(eq(notification.leadId, leadId))
  expect(bell.map(({ userId }) => userId)).toEqual([colleague.id])
  // Also one that was given to the lead agent by name does not stay with them.
  await db.update(lead).set({ assigneeId: colleague.id }).where(eq(lead.id, leadId))
  await handOverListing(db, colleague, { id, userId: agent.id, staysCoAgent: false })
  expect(await db.select().from(lead).where(eq(lead.id, leadId))).toMatchObject([
    { userId: agent.id, assigneeId: null },
  ])
  await expect(requireListing(db, colleague, id)).rejects.toMatchObject({ status: 404 })
})

test('a fourth co-agent is refused when a listing is handed over', async () => {
  const { owner, agent, colleague } = office
  for (let n = 0; n < 3; n++) await shareListing(db, id, await addMember(db, owner, { role: 'agent' }))
  const handOver = (staysCoAgent: boolean) => handOverListing(db, agent, { id, userId: colleague.id, staysCoAgent })
  await expect(handOver(true)).rejects.toMatchObject({ status: 409 })
  expect((await readListingTeam(db, owner, id)).leadAgentId).toBe(agent.id)
  await handOver(false)
})

test('two members who edit one listing cannot silently overwrite each other', async () => {
  const { agent, colleague } = office
  await shareListing(db, id, colleague)
  const { version } = await requireListing(db, colleague, id)
  await updateListing(db, agent, { id, version, ...words, subtitle: 'From the lead agent' })
  const late = updateListing(db, colleague, { id, version, ...words, subtitle: 'From the co-agent' })
  await expect(late).rejects.toMatchObject({ name: 'ChangedElsewhere', status: 409 })
  const seen = await requireListing(db, colleague, id)
  expect(seen.subtitle).toBe('From the lead agent')
  await updateListing(db, colleague, { id, version: seen.version, ...words, subtitle: 'From both' })
  expect((await requireListing(db, agent, id)).subtitle).toBe('From both')
})

test('the history of a listing says who published, changed and shared it', async () => {
  const { agent, colleague, manager } = office
  const names = new Map([
    [agent.id, 'Ana'],
    [colleague.id, 'Ben'],
    [manager.id, 'Mia'],
  ])
  for (const [userId, firstName] of names)
    await db.update(user).set({ firstName, lastName: '' }).where(eq(user.id, userId))
  await share(agent, [colleague.id])
  await unpublishListing(db, manager, id)
  await publishListing(db, colleague, id)
  for (const subtitle of ['One', 'Two']) {
    const { version } = await requireListing(db, colleague, id)
    await updateListing(db, colleague, { id, version, ...words, subtitle })
  }
  // Someone else, and somewhat later.
  const save = async (by: Agent) =>
    updateListing(db, by, { id, version: (await requireListing(db, by, id)).version, ...words })
  await save(agent)
  await db
    .update(audit)
    .set({ at: sql`${audit.at} - interval '61 minutes'` })
    .where(eq(audit.agencyId, agent.agencyId))
  await save(colleague)
  await handOverListing(db, manager, { id, userId: manager.id, staysCoAgent: true })
  const { entries } = await readListingHistory(db, agent, { id, limit: 10 })
  expect(entries.map(({ action, times, by }) => [action, times, by])).toEqual([
    ['listing_handed_over', 1, 'Mia'],
    ['listing_changed', 1, 'Ben'],
    ['listing_changed', 1, 'Ana'],
    ['listing_changed', 2, 'Ben'],
    ['listing_published', 1, 'Ben'],
    ['listing_taken_down', 1, 'Mia'],
    ['co_agents_changed', 1, 'Ana'],
  ])
  const { agent: outsider } = await createAgency(db)
  await expect(readListingHistory(db, outsider, { id, limit: 10 })).rejects.toMatchObject({ status: 404 })
})
