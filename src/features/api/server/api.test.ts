import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createAgent } from '../../../../test/fixtures/agents.ts'
import { createFile } from '../../../../test/fixtures/files.ts'
import { createLead } from '../../../../test/fixtures/leads.ts'
import { createListing, createPublishedListing } from '../../../../test/fixtures/listings.ts'
import { createApiClient, sendToApi } from '../../../../test/support/services/apiClient.ts'
import { openServices } from '../../../../test/support/services/services.ts'
import { apiKey } from '../../../db/schema/apiKeys.ts'
import { lead } from '../../../db/schema/leads.ts'
import { listing } from '../../../db/schema/listings.ts'
import type { Agent } from '../../../platform/auth/sessions.server.ts'
import { runInRequestContext } from '../../../platform/http/currentRequest.server.ts'
import { explainError } from '../../../platform/http/explainError.server.ts'
import { revokeApiKey } from './apiKeys.server.ts'
import { defineOperation } from './operation.server.ts'
import { API_LIMIT } from './respondToApi.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
let agent: Agent
let client: Awaited<ReturnType<typeof createApiClient>>
beforeAll(async () => {
  opened = await openServices()
  agent = await createAgent(opened.database.db)
  client = await createApiClient(opened.services, agent)
})
afterAll(() => opened.close())

describe('a key', () => {
  test('is nowhere in the database, and is recognised by its first characters', async () => {
    const { db } = opened.database
    const [stored] = await db.select().from(apiKey).where(eq(apiKey.id, client.id))
    expect(client.token).toMatch(/^pfk_[0-9a-f]{72}$/)
    expect(JSON.stringify(stored)).not.toContain(client.token.slice(12))
    expect(stored?.start).toBe(client.token.slice(0, 10))
  })

  test('that is missing, mistyped, revoked or expired gets a 401', async () => {
    const { services, database } = opened
    const revoked = await createApiClient(services, agent)
    await revokeApiKey(database.db, agent, revoked.id)
    const expired = await createApiClient(services, agent)
    await database.db
      .update(apiKey)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(apiKey.id, expired.id))
    const authorization = [
      `Bearer ${client.token.slice(0, -1)}`,
      client.token,
      `Bearer ${revoked.token}`,
      `Bearer ${expired.token}`,
    ]
    for (const headers of [{}, ...authorization.map((value) => ({ authorization: value }))]) {
      const refused = await sendToApi(services, 'GET', '/listings', { headers })
      const type = 'https://files.example.nz/developers#InvalidKey'
      expect(refused).toMatchObject({ status: 401, body: { type, title: 'No valid key', status: 401 } })
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('does only what its scopes allow', async () => {
    const reader = await createApiClient(opened.services, agent, ['listings:read'])
    expect((await reader.send('GET', '/listings')).status).toBe(200)
    expect((await reader.send('POST', '/listings', { body: {} })).status).toBe(403)
    expect((await reader.send('GET', '/leads')).body).toMatchObject({
      status: 403,
      detail: 'This key doesn’t have the scope leads:read.',
    })
  })

  test('does not reach another agency', async () => {
    const other = await createAgent(opened.database.db)
    const { id } = await createListing(opened.database.db, { agent: other })
    expect((await client.send('GET', `/listings/${id}`)).status).toBe(404)
    expect((await client.send('POST', `/listings/${id}/publish`)).status).toBe(404)
  })

  test('has a number of requests a minute, which the response says', async () => {
    const busy = await createApiClient(opened.services, agent)
    const first = await busy.send('GET', '/listings?limit=1')
    expect(first.headers.get('ratelimit')).toBe(`"default";r=${API_LIMIT.points - 1};t=60`)
    await opened.database.sql`update rate_limit set points = ${API_LIMIT.points} where key like 'api:%'`
    const refused = await busy.send('GET', '/listings?limit=1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await opened.database.sql`delete from rate_limit`
  })
})

describe('listings', () => {
  test('are created as drafts, changed and published by the commands of the portal', async () => {
    const created = await client.send('POST', '/listings', {
      body: {
        streetNumber: '12',
        street: 'Rata Street',
        suburb: 'Karori',
        bedrooms: 3,
        description: 'Sunny.\n\nNear the school.',
      },
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        title: '12 Rata Street, Karori',
        state: 'draft',
        version: 1,
        bedrooms: 3,
        description: 'Sunny.\nNear the school.',
      },
    })
    const path = `/listings/${created.body.id}`
    const changed = await client.send('PATCH', path, {
      body: { bedrooms: 4, saleAt: '2026-12-01T18:00:00+13:00' },
      headers: { 'if-match': created.headers.get('etag') ?? '' },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        bedrooms: 4,
        saleAt: '2026-12-01T05:00:00.000Z',
        version: 2,
        suburb: 'Karori',
        description: 'Sunny.\nNear the school.',
      },
    })
    const published = await client.send('POST', `${path}/publish`)
    expect(published).toMatchObject({ status: 200, body: { state: 'published' } })
    expect((await client.send('GET', '/listings?state=published')).body.data).toMatchObject([{ id: created.body.id }])
  })

  test('are changed only by who has read their latest version', async () => {
    const { id } = await createListing(opened.database.db, { agent })
    const body = { title: 'Later' }
    expect((await client.send('PATCH', `/listings/${id}`, { body })).status).toBe(428)
    expect((await client.send('PATCH', `/listings/${id}`, { body, headers: { 'if-match': '"7"' } })).status).toBe(412)
    const { version } = (await client.send('GET', `/listings/${id}`)).body
    const headers = { 'if-match': `"${version}"` }
    expect((await client.send('PATCH', `/listings/${id}`, { body, headers })).body).toMatchObject({ title: 'Later' })
    expect((await client.send('PATCH', `/listings/${id}`, { body, headers })).status).toBe(412)
  })

  test('come in pages', async () => {
    const { services, database } = opened
    const many = await createAgent(database.db)
    for (const title of ['A', 'B', 'C']) await createListing(database.db, { agent: many, title })
    const program = await createApiClient(services, many)
    const first = await program.send('GET', '/listings?limit=2&sort=title')
    const last = await program.send('GET', `/listings?limit=2&sort=title&cursor=${encodeURIComponent(first.body.next)}`)
    expect([...first.body.data, ...last.body.data].map(({ title }) => title)).toEqual(['A', 'B', 'C'])
    expect(last.body.next).toBeNull()
  })
})

describe('a change of what someone else has changed meanwhile', () => {
  async function createThings() {
    const { db } = opened.database
    const { id: listingId } = await createPublishedListing(db, { agent })
    const { id: leadId, personId } = await createLead(db, { listingId, email: `mere-${listingId}@example.nz` })
    const { id: fileId } = await createFile(db, { agent, listingId, name: 'LIM' })
    return { leadId, lead: `/leads/${leadId}`, file: `/files/${fileId}`, person: `/people/${personId}` }
  }
  const details = { firstName: 'Mere', lastName: 'Walker', phone: '', email: 'mere.walker@example.nz' }
  const changes = [
    { what: 'lead', method: 'PATCH', first: { agentNote: 'Rang back' }, later: { agentNote: 'Left a message' } },
    { what: 'file', method: 'PATCH', first: { name: 'LIM report' }, later: { name: 'Council report' } },
    { what: 'person', method: 'PUT', first: { ...details, note: 'A' }, later: { ...details, note: 'B' } },
  ] as const

  test.for(changes)('overwrites nothing of a $what with If-Match', async ({ what, method, first, later }) => {
    const path = (await createThings())[what]
    const read = async () => {
      const { body, headers } = await client.send('GET', path)
      return { body, headers: { 'if-match': headers.get('etag') ?? '' } }
    }
    const { headers } = await read()
    const change = async (body: object, sent = {}) => (await client.send(method, path, { body, headers: sent })).status
    const done = method === 'PUT' ? 204 : 200
    // At the same moment, too, only one of them is first.
    expect((await Promise.all([change(first, headers), change(first, headers)])).sort()).toEqual([done, 412])
    expect(await change(later, headers)).toBe(412)
    expect(await change(later, { 'if-match': '"1", W/"2"' })).toBe(412)
    const current = await read()
    expect(current.body).toMatchObject(first)
    expect(await change(later, current.headers)).toBe(done)
    expect((await read()).body).toMatchObject(later)
    // A program that does not care may say so, or nothing.
    expect([await change(first, { 'if-match': '*' }), await change(later)]).toEqual([done, done])
  })

  test('is possible when only what is measured has changed', async () => {
    const { leadId, lead: path } = await createThings()
    const tag = async () => (await client.send('GET', path)).headers.get('etag')
    const before = await tag()
    await opened.database.db.update(lead).set({ lastVisitAt: new Date() }).where(eq(lead.id, leadId))
    expect(await tag()).toBe(before)
  })
})

describe('a request', () => {
  test('with wrong fields gets a problem that points at each of them', async () => {
    const refused = await client.send('POST', '/listings', {
      body: { bedrooms: 'three', colour: 'red', openHomes: [{ startsAt: 'soon' }] },
    })
    expect(refused.status).toBe(400)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '#/bedrooms',
      '#/colour',
      '#/openHomes/0/endsAt',
      '#/openHomes/0/note',
      '#/openHomes/0/startsAt',
    ])
  })

  test.each([
    ['GET', '/nothing', 404],
    ['DELETE', '/listings', 405],
    ['GET', '/listings?limit=0', 400],
    ['GET', '/listings?limit=1&limit=2', 400],
    ['GET', '/listings/12', 400],
    ['GET', '/listings?colour=red', 400],
  ])('%s %s gets a %i', async (method, path, status) => {
    expect((await client.send(method, path)).status).toBe(status)
  })

  test.each(['{', '[]', 'null', '"text"', `{"title":"${'\\u0000'}"}`, '[[[[[[[['])(
    'with the body %s gets a 400',
    async (body) => {
      expect((await client.send('POST', '/listings', { body })).status).toBe(400)
    },
  )

  test('that is no JSON gets a 415, and one that is too large a 413', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect((await client.send('POST', '/listings', { body: 'title=x', headers })).status).toBe(415)
    expect((await client.send('POST', '/listings', { body: `{"title":"${'x'.repeat(1_100_000)}"}` })).status).toBe(413)
  })

  test('with an Idempotency-Key that is sent ten times at once is done once', async () => {
    const send = () =>
      client.send('POST', '/listings', { body: { title: 'Once' }, headers: { 'idempotency-key': 'k1' } })
    const responses = await Promise.all(Array.from({ length: 10 }, send))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(9)
    expect(await opened.database.db.$count(listing, eq(listing.title, 'Once'))).toBe(1)
  })

  test('with an Idempotency-Key of another request is refused, and another agency’s key is another one', async () => {
    const headers = { 'idempotency-key': 'k2' }
    await client.send('POST', '/listings', { body: { title: 'First' }, headers })
    expect((await client.send('POST', '/listings', { body: { title: 'Second' }, headers })).status).toBe(422)
    const other = await createApiClient(opened.services, await createAgent(opened.database.db))
    expect(
      (await other.send('POST', '/listings', { body: { title: 'First' }, headers })).headers.get(
        'idempotency-replayed',
      ),
    ).toBeNull()
  })

  test('that failed can be sent again with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'k3' }
    expect((await client.send('POST', '/listings', { body: { title: 1 }, headers })).status).toBe(400)
    expect((await client.send('POST', '/listings', { body: { title: 'Right' }, headers })).status).toBe(201)
  })
})

test('a result that is not as described is our mistake, logged with an id, and no fault of the program', async () => {
  const operation = defineOperation({
    ...{
      id: 'countListings',
      method: 'GET',
      path: '/count',
      tag: 'Listings',
      scope: 'listings:read',
      summary: 'Count',
    },
    result: z.object({ count: z.int() }),
    run: async () => ({ count: 0.5 }),
  })
  const context = { services: opened.services, agent, ifMatch: undefined }
  const failure: unknown = await operation
    .handle(context, { params: {}, query: {}, body: undefined })
    .catch((error) => error)
  expect(failure).toMatchObject({ message: expect.stringMatching(/countListings.*at count/s) })
  const request = { nonce: 'n', requestId: 'r', clientIp: '127.0.0.1', peer: '127.0.0.1', reachedCall: false }
  const explained = runInRequestContext(request, () => explainError(opened.services.log, failure))
  expect(explained).toMatchObject({ status: 500, errorId: expect.any(String) })
})
