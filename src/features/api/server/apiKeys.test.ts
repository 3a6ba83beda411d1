import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profile } from '#db/schema/accounts.ts'
import { agency, member } from '#db/schema/agencies.ts'
import { apiKey, repeatableRequest } from '#db/schema/apiKeys.ts'
import { audit } from '#db/schema/audit.ts'
import { webhookEndpoint } from '#db/schema/webhooks.ts'
import { eraseDueAccountsJob } from '#features/accounts/server/deletion/deleteAccount.server.ts'
import { eraseDueAgenciesJob } from '#features/agencies/server/deleteAgency.server.ts'
import { changeMember } from '#features/agencies/server/members.server.ts'
import { leaveAgency, removeMember } from '#features/agencies/server/removeMember.server.ts'
import { createWebhook } from '#features/webhooks/server/webhooks.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { addMember, createAgency } from '../../../../test/fixtures/agencies.ts'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createListing } from '../../../../test/fixtures/listings.ts'
import { createApiClient } from '../../../../test/support/services/apiClient.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './apiKeys.server.ts'
import { operations } from './operations/index.server.ts'
import { hashRequest, sweepRepeatableRequestsJob } from './repeatableRequests.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let office: Awaited<ReturnType<typeof createAgency>>
beforeAll(async () => {
  opened = await openServices()
  office = await createAgency(opened.database.db)
})
afterAll(() => opened.close())

const newKey = { name: 'CRM', scopes: ['listings:read' as const], days: 90 as const }
const newWebhook = { url: 'https://crm.example.nz/hook', name: '', types: [] }
const ownerOf = async (id: string) =>
  (await opened.database.db.select({ userId: apiKey.userId }).from(apiKey).where(eq(apiKey.id, id)))[0]?.userId

describe('threat 170: keys', () => {
  test('are for owners and managers, who see all of their agency’s and no other’s', async () => {
    const { db } = opened.database
    const { id } = await createApiKey(db, office.manager, newKey)
    expect(await listApiKeys(db, office.owner)).toMatchObject([
      { id, name: 'CRM', start: expect.stringMatching(/^pfk_.{6}$/), actsAs: { id: office.manager.id } },
    ])
    for (const member of [office.agent, office.assistant]) {
      await expect(createApiKey(db, member, newKey)).rejects.toMatchObject({ status: 403 })
      await expect(listApiKeys(db, member)).rejects.toMatchObject({ status: 403 })
      await expect(revokeApiKey(db, member, id)).rejects.toMatchObject({ status: 403 })
    }
    const other = await createAgent(db)
    expect(await listApiKeys(db, other)).toEqual([])
    await expect(revokeApiKey(db, other, id)).rejects.toMatchObject({ status: 404 })
    await revokeApiKey(db, office.owner, id)
    expect(await listApiKeys(db, office.owner)).toEqual([])
    await expect(revokeApiKey(db, office.owner, id)).rejects.toMatchObject({ status: 404 })
  })

  test('are in the activity log when they are created and revoked, without the key itself', async () => {
    const { db } = opened.database
    const { id, token } = await createApiKey(db, office.owner, newKey)
    await revokeApiKey(db, office.manager, id)
    const entries = await db
      .select()
      .from(audit)
      .where(and(eq(audit.agencyId, office.owner.agencyId), eq(audit.objectId, id)))
      .orderBy(audit.at)
    expect(entries).toMatchObject([
      { action: 'api_key_created', userId: office.owner.id },
      { action: 'api_key_revoked', userId: office.manager.id },
    ])
    expect(JSON.stringify(entries)).not.toContain(token.slice(4, 20))
  })

  test('show when they were last used', async () => {
    const { db } = opened.database
    const program = await createApiClient(opened.services, office.owner)
    const lastUse = async () => (await listApiKeys(db, office.owner)).find(({ id }) => id === program.id)?.lastUsedAt
    expect(await lastUse()).toBeNull()
    await program.send('GET', '/listings')
    expect(await lastUse()).toBeInstanceOf(Date)
  })

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    'without its scope cannot do %s',
    async (_id, { method, path, scope }) => {
      const scopes = [...new Set(operations.map((one) => one.scope))].filter((one) => one !== scope)
      const program = await createApiClient(opened.services, office.owner, scopes)
      const address = path.replaceAll(/\{\w+\}/g, 'list_0000000000000000')
      const { status } = await program.send(method, address, method === 'GET' ? {} : { body: {} })
      expect(status).toBe(403)
      await opened.database.db.delete(apiKey).where(eq(apiKey.id, program.id))
    },
  )
})

describe('a key whose member', () => {
  interface Office extends Awaited<ReturnType<typeof createAgency>> {
    secondOwner: Agent
    secondManager: Agent
  }
  const leaving: [string, (team: Office) => Promise<unknown>, 'secondManager' | 'owner' | 'secondOwner'][] = [
    [
      'is removed acts for their successor',
      ({ secondOwner, manager, secondManager }) =>
        removeMember(opened.services, secondOwner, { userId: manager.id, successorId: secondManager.id }),
      'secondManager',
    ],
    [
      'leaves acts for their successor',
      ({ manager, secondManager }) => leaveAgency(opened.services, manager, secondManager.id),
      'secondManager',
    ],
    [
      'leaves everything to an agent acts for the owner who pays',
      ({ manager, colleague }) => leaveAgency(opened.services, manager, colleague.id),
      'owner',
    ],
    [
      'becomes an agent acts for the one who decided it',
      ({ secondOwner, manager }) =>
        changeMember(opened.services, secondOwner, { userId: manager.id, role: 'agent', agentIds: [] }),
      'secondOwner',
    ],
    [
      'becomes an assistant acts for the one who decided it',
      ({ secondOwner, manager, colleague }) =>
        changeMember(opened.services, secondOwner, { userId: manager.id, role: 'assistant', agentIds: [colleague.id] }),
      'secondOwner',
    ],
  ]
  test.each(leaving)('%s, and still reaches the whole agency, as do webhooks', async (_how, leave, heir) => {
    const { db } = opened.database
    const office = await createAgency(db)
    const team = {
      ...office,
      secondOwner: await addMember(db, office.owner, { role: 'owner' }),
      secondManager: await addMember(db, office.owner, { role: 'manager' }),
    }
    const program = await createApiClient(opened.services, team.manager)
    const webhook = await createWebhook(opened.services, team.manager, newWebhook)
    const { id } = await createListing(db, { agent: team.agent })
    await leave(team)
    expect(await ownerOf(program.id)).toBe(team[heir].id)
    const [{ userId } = {}] = await db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, webhook.id))
    expect(userId).toBe(team[heir].id)
    expect((await program.send('GET', '/listings')).body.data).toMatchObject([{ id }])
  })

  test('is an owner who makes themselves an agent acts for another owner', async () => {
    const { db } = opened.database
    const { owner } = await createAgency(db)
    const second = await addMember(db, owner, { role: 'owner' })
    const program = await createApiClient(opened.services, second)
    await changeMember(opened.services, second, { userId: second.id, role: 'agent', agentIds: [] })
    expect(await ownerOf(program.id)).toBe(owner.id)
    expect((await program.send('GET', '/listings')).status).toBe(200)
  })

  test('stays a manager or an owner is theirs', async () => {
    const { owner, manager } = await createAgency(opened.database.db)
    const program = await createApiClient(opened.services, manager)
    await changeMember(opened.services, owner, { userId: manager.id, role: 'owner', agentIds: [] })
    expect(await ownerOf(program.id)).toBe(manager.id)
  })

  test.each(['agent', 'assistant'] as const)('has the role of an %s gets a 401', async (role) => {
    const { db } = opened.database
    const { manager } = await createAgency(db)
    const program = await createApiClient(opened.services, manager)
    expect((await program.send('GET', '/listings')).status).toBe(200)
    await db.update(member).set({ role }).where(eq(member.userId, manager.id))
    expect((await program.send('GET', '/listings')).status).toBe(401)
  })
})

describe('keys and stored responses are erased', () => {
  /** A program that has sent a request which it could repeat. */
  async function createUsedKey(agent: Agent) {
    const program = await createApiClient(opened.services, agent)
    await program.send('POST', '/listings', { body: { title: 'x' }, headers: { 'idempotency-key': 'once' } })
    return program
  }
  const remaining = async (id: string) => [
    await opened.database.db.$count(apiKey, eq(apiKey.id, id)),
    await opened.database.db.$count(repeatableRequest, eq(repeatableRequest.apiKeyId, id)),
  ]
  const past = sql`now() - interval '1 second'`

  test('with the account of an agent who works alone', async () => {
    const agent = await createAgent(opened.database.db)
    const { id } = await createUsedKey(agent)
    expect(await remaining(id)).toEqual([1, 1])
    await opened.database.db
      .insert(profile)
      .values({ userId: agent.id, deletionDueAt: past })
      .onConflictDoUpdate({ target: profile.userId, set: { deletionDueAt: past } })
    await eraseDueAccountsJob.work(opened.services, {}, { id: '' })
    expect(await remaining(id)).toEqual([0, 0])
  })

  test('with their agency', async () => {
    const team = await createAgency(opened.database.db)
    const { id } = await createUsedKey(team.manager)
    await opened.database.db.update(agency).set({ deletionDueAt: past }).where(eq(agency.id, team.owner.agencyId))
    await eraseDueAgenciesJob.work(opened.services, {}, { id: '' })
    expect(await remaining(id)).toEqual([0, 0])
  })

  test('after a day, as far as responses go', async () => {
    const { db } = opened.database
    const { id } = await createUsedKey(await createAgent(db))
    await db
      .update(repeatableRequest)
      .set({ createdAt: sql`now() - interval '23 hours'` })
      .where(eq(repeatableRequest.apiKeyId, id))
    await sweepRepeatableRequestsJob.work(opened.services, {}, { id: '' })
    expect(await remaining(id)).toEqual([1, 1])
    await db
      .update(repeatableRequest)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(repeatableRequest.apiKeyId, id))
    await sweepRepeatableRequestsJob.work(opened.services, {}, { id: '' })
    expect(await remaining(id)).toEqual([1, 0])
  })
})

describe('threat 171: an Idempotency-Key', () => {
  const body = { name: 'a.pdf', contentType: 'application/pdf', contentLength: '9' }
  /** As a process leaves it behind that was killed while it ran the request. */
  const leaveRunning = (apiKeyId: string, age: string) =>
    opened.database.db.insert(repeatableRequest).values({
      apiKeyId,
      key: 'k',
      requestHash: hashRequest('beginUpload', '/uploads', '', JSON.stringify(body)),
      createdAt: sql`now() - ${age}::interval`,
    })
  const send = (program: Awaited<ReturnType<typeof createApiClient>>) =>
    program.send('POST', '/uploads', { body, headers: { 'idempotency-key': 'k' } })

  test('of a request that is running gets a 409, and after its process has died the request runs again', async () => {
    const program = await createApiClient(opened.services, office.owner)
    await leaveRunning(program.id, '10 seconds')
    const refused = await send(program)
    expect(refused.status).toBe(409)
    expect(refused.headers.get('retry-after')).toBe('2')
    const other = await createApiClient(opened.services, office.owner)
    await leaveRunning(other.id, '3 minutes')
    const first = await send(other)
    expect(first.status).toBe(201)
    const again = await send(other)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  test('of another key of the same agency is another one', async () => {
    const [one, other] = [
      await createApiClient(opened.services, office.owner),
      await createApiClient(opened.services, office.owner),
    ]
    const [first, second] = [await send(one), await send(other)]
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(second.body.uploadId).not.toBe(first.body.uploadId)
  })

  test('of a response is not readable in the database', async () => {
    const program = await createApiClient(opened.services, office.owner)
    const headers = { 'idempotency-key': 'sealed' }
    await program.send('POST', '/listings', { body: { title: 'Kowhai canary' }, headers })
    const stored = await opened.database.db
      .select()
      .from(repeatableRequest)
      .where(eq(repeatableRequest.apiKeyId, program.id))
    expect(stored).toMatchObject([{ status: 201 }])
    expect(JSON.stringify(stored)).not.toContain('canary')
  })
})
