import { eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataExport } from '#db/schema/accounts.ts'
import { agency as agencyTable, member } from '#db/schema/agencies.ts'
import { audit } from '#db/schema/audit.ts'
import { lead } from '#db/schema/leads.ts'
import { listing } from '#db/schema/listings.ts'
import { type Agent, findMember, findSession, hashToken, startSession } from '#platform/auth/sessions.server.ts'
import { type Role, roles } from '#values/agencyValues.ts'
import { addMember, createAgency, joinAgencyOf, shareListing } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { sendInvitation } from '../../../../test/fixtures/invitations.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import type { MemberChange } from '../members.schema.ts'
import { switchAgency } from './agencies.server.ts'
import { changeMember, listMembers } from './members.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let office: Awaited<ReturnType<typeof createAgency>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(async () => {
  office = await createAgency(opened.database.db)
})

const change = (actor: Agent, { id: userId }: Agent, fields: Partial<MemberChange>) =>
  changeMember(opened.services, actor, { userId, role: 'agent', agentIds: [], ...fields })
const roleOf = async ({ id }: Agent) => (await findMember(opened.database.db, id))?.role

describe('the list of members', () => {
  test('has everyone with their role and listings; invitations and times are for those who manage people', async () => {
    const { db } = opened.database
    await createListing(db, { agent: office.agent })
    // One that they have in another agency does not count here.
    await createListing(db, { agent: office.agent, agencyId: (await createAgent(db)).agencyId })
    await startSession(db, office.agent.id, '')
    const { email } = await sendInvitation(opened, office.owner)
    const { members, invitations } = await listMembers(db, office.manager)
    expect(members).toHaveLength(5)
    const find = (id: string) => members.find((one) => one.id === id)
    expect(find(office.owner.id)).toMatchObject({ role: 'owner', isPayer: true, lastSeenAt: null })
    expect(find(office.agent.id)).toMatchObject({ listings: 1, isPayer: false, lastSeenAt: expect.any(Date) })
    expect(find(office.assistant.id)).toMatchObject({ agentIds: [office.agent.id], listings: 0 })
    expect(invitations.map((one) => one.email)).toEqual([email])
    const seen = await listMembers(db, office.colleague)
    expect(seen.invitations).toEqual([])
    expect(seen.members.map(({ lastSeenAt }) => lastSeenAt)).toEqual(Array(5).fill(null))
  })
})

test('threat 166: when someone was last here does not reveal when they work in another agency', async () => {
  const { db } = opened.database
  const stranger = await createAgent(db)
  const elsewhere = await joinAgencyOf(db, stranger, office.agent)
  const token = await startSession(db, office.agent.id, '')
  const lastSeen = async (reader: Agent) =>
    (await listMembers(db, reader)).members.find(({ id }) => id === office.agent.id)?.lastSeenAt
  expect([await lastSeen(office.owner), await lastSeen(stranger)]).toEqual([expect.any(Date), null])
  await switchAgency(db, office.agent, hashToken(token), elsewhere.agencyId)
  expect([await lastSeen(office.owner), await lastSeen(stranger)]).toEqual([null, expect.any(Date)])
})

describe('a role', () => {
  test('that reaches less than before ends the exports from before', async () => {
    const { db } = opened.database
    const { agent, colleague, owner } = office
    const second = await addMember(db, owner, { role: 'owner' })
    const ready = { state: 'ready' as const, path: 'x', expiresAt: new Date(Date.now() + 1e8) }
    await db.insert(dataExport).values([
      { id: 'own', userId: agent.id, ...ready },
      { id: 'agency', userId: second.id, agencyId: second.agencyId, ...ready },
    ])
    await change(owner, agent, { role: 'assistant', agentIds: [colleague.id] })
    await change(owner, second, { role: 'manager' })
    const left = await db.$count(dataExport, gt(dataExport.expiresAt, new Date(Date.now() + 60_000)))
    expect(left).toBe(0)
    expect(await db.$count(dataExport)).toBe(2)
  })

  test('that no longer sees the whole agency gives back the leads on listings that its member does not run', async () => {
    const { db } = opened.database
    const { agent, colleague, manager, owner } = office
    const [shared, other] = [await createListing(db, { agent }), await createListing(db, { agent: colleague })]
    await shareListing(db, shared.id, manager)
    const kept = await createLead(db, { listingId: shared.id, assigneeId: manager.id })
    const given = await createLead(db, { listingId: other.id, assigneeId: manager.id })
    await change(owner, manager, { role: 'agent' })
    const leads = await db.select().from(lead).where(eq(lead.agencyId, owner.agencyId))
    expect(new Map(leads.map(({ id, assigneeId }) => [id, assigneeId]))).toEqual(
      new Map([
        [kept.id, manager.id],
        [given.id, null],
      ]),
    )
  })

  test('in one agency is no role in another, where agents and leads stay', async () => {
    const { db } = opened.database
    const { agent, owner } = office
    const other = await createAgency(db)
    const { agencyId } = other.owner
    await db.insert(member).values({ agencyId, userId: agent.id, role: 'manager' })
    const { id: listingId } = await createListing(db, { agent: other.agent })
    const { id } = await createLead(db, { listingId, assigneeId: agent.id })
    await change(owner, agent, { role: 'assistant', agentIds: [owner.id] })
    expect(await findMember(db, agent.id, agencyId)).toMatchObject({ role: 'manager', actsFor: [agent.id] })
    expect((await db.select().from(lead).where(eq(lead.id, id)))[0]?.assigneeId).toBe(agent.id)

    await db.insert(member).values({ agencyId: owner.agencyId, userId: other.assistant.id, role: 'agent' })
    await change(owner, other.assistant, { role: 'assistant', agentIds: [owner.id] })
    expect((await findMember(db, other.assistant.id, agencyId))?.actsFor).toEqual([other.agent.id])
  })

  test('threat 140: is changed by nobody whose own role was changed since their request began', async () => {
    const { manager, agent, owner } = office
    await change(owner, manager, { role: 'agent' })
    await expect(change(manager, agent, { role: 'assistant', agentIds: [owner.id] })).rejects.toMatchObject({
      status: 403,
    })
    expect(await roleOf(agent)).toBe('agent')
  })

  test('threat 140: is changed by owners for everyone, by managers between agent and assistant, by others not at all', async () => {
    const allowed: Record<Role, Role[]> = {
      owner: [...roles],
      manager: ['agent', 'assistant'],
      agent: [],
      assistant: [],
    }
    for (const actor of roles)
      for (const from of roles)
        for (const to of roles) {
          const target = await addMember(opened.database.db, office.owner, { role: from })
          const result = await change(office[actor], target, { role: to, agentIds: [office.colleague.id] }).then(
            () => 'changed',
            ({ status }) => status,
          )
          const isAllowed = allowed[actor].includes(from) && allowed[actor].includes(to)
          expect(result, `${actor}: ${from} to ${to}`).toBe(isAllowed ? 'changed' : 403)
          expect(await roleOf(target)).toBe(isAllowed ? to : from)
        }
  })

  test('of the last owner and of the payer stays', async () => {
    await expect(change(office.owner, office.owner, {})).rejects.toMatchObject({ status: 409 })
    const second = await addMember(opened.database.db, office.owner, { role: 'owner' })
    await expect(change(second, office.owner, {})).rejects.toMatchObject({ status: 409 })
    await change(office.owner, second, { role: 'manager' })
    expect(await roleOf(second)).toBe('manager')
  })

  test('two owners who demote each other at once: one stays an owner', async () => {
    const { db } = opened.database
    const second = await addMember(db, office.owner, { role: 'owner' })
    await db.update(agencyTable).set({ payerId: null }).where(eq(agencyTable.id, office.owner.agencyId))
    const results = await Promise.allSettled([change(office.owner, second, {}), change(second, office.owner, {})])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await roleOf(office.owner), await roleOf(second)].sort()).toEqual(['agent', 'owner'])
  })

  test('of a member of another agency responds like that of nobody', async () => {
    const stranger = await createAgent(opened.database.db)
    await expect(change(office.owner, stranger, {})).rejects.toMatchObject({ status: 404 })
  })

  test('is told to the member, unless they changed it themselves, and is in the activity log', async () => {
    await change(office.owner, office.agent, { role: 'manager' })
    const second = await addMember(opened.database.db, office.owner, { role: 'owner' })
    await change(second, second, { role: 'agent' })
    expect((await opened.writtenEmails()).filter(({ to }) => to === second.email)).toEqual([])
    const emails = (await opened.writtenEmails()).filter(({ to }) => to === office.agent.email)
    expect(emails).toMatchObject([{ subject: 'You’re now a manager in your agency' }])
    expect(emails[0]?.text).toContain('You’ll see all listings and leads, and look after members and the brand.')
    const [entry] = await opened.database.db.select().from(audit).where(eq(audit.objectId, office.agent.id))
    expect(entry).toMatchObject({
      ...{ action: 'member_role_changed', userId: office.owner.id, agencyId: office.owner.agencyId },
      details: { memberId: office.agent.id, from: 'agent', to: 'manager' },
    })
  })
})

describe('an assistant', () => {
  test('acts for the agents whom a manager names, and for nobody once they are an agent', async () => {
    const { db } = opened.database
    const twice = [office.colleague.id, office.colleague.id]
    await change(office.manager, office.assistant, { role: 'assistant', agentIds: twice })
    expect((await findMember(db, office.assistant.id))?.actsFor).toEqual([office.colleague.id])
    await change(office.manager, office.assistant, { role: 'agent' })
    expect((await findMember(db, office.assistant.id))?.actsFor).toEqual([office.assistant.id])
    await change(office.manager, office.assistant, { role: 'assistant', agentIds: [office.agent.id] })
    expect((await findMember(db, office.assistant.id))?.actsFor).toEqual([office.agent.id])
  })

  test('who was an agent has handed over to the first agent they act for, and nobody acts for them', async () => {
    const { db } = opened.database
    const { id } = await createListing(db, { agent: office.agent })
    await change(office.manager, office.agent, { role: 'assistant', agentIds: [office.colleague.id] })
    expect((await db.select().from(listing).where(eq(listing.id, id)))[0]?.userId).toBe(office.colleague.id)
    expect((await findMember(db, office.assistant.id))?.actsFor).toEqual([office.colleague.id])
    // Not for themselves.
    const self = { role: 'assistant' as const, agentIds: [office.owner.id, office.colleague.id] }
    await expect(change(office.manager, office.colleague, self)).rejects.toMatchObject({ status: 400 })
  })
})

test('threat 144: a browser switches between the agencies of its agent, and to no other', async () => {
  const { db } = opened.database
  const stranger = await createAgent(db)
  const { id } = office.agent
  await db.insert(member).values({ agencyId: stranger.agencyId, userId: id, role: 'manager' })
  const [here, elsewhere] = [await startSession(db, id, ''), await startSession(db, id, '')]
  const agentOf = async (token: string) => (await findSession(db, token))?.agent
  await switchAgency(db, office.agent, hashToken(here), stranger.agencyId)
  expect(await agentOf(here)).toMatchObject({ agencyId: stranger.agencyId, role: 'manager' })
  expect(await agentOf(elsewhere)).toMatchObject({ agencyId: office.owner.agencyId, role: 'agent' })
  const foreign = (await createAgent(db)).agencyId
  for (const agencyId of [foreign, 'agcy_missing'])
    await expect(switchAgency(db, office.agent, hashToken(here), agencyId)).rejects.toMatchObject({ status: 404 })
  // Nor with the session of someone else.
  await expect(switchAgency(db, stranger, hashToken(here), office.owner.agencyId)).rejects.toMatchObject({
    status: 404,
  })
})
