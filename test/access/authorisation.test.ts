import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '../../src/db/schema/accounts.ts'
import { type Agent, startSession } from '../../src/platform/auth/sessions.server.ts'
import { createAgent } from '../fixtures/agents.ts'
import { builtServerFunctions } from '../support/builtRoutes.ts'
import { call } from '../support/call.ts'
import { useDeployedApp, WITHOUT_JOBS } from '../support/processes/deployedApp.ts'
import { authorisation, SMALL_PAYLOAD_BYTES } from './authorisation.ts'

const parts = useDeployedApp(WITHOUT_JOBS)
let agent: Agent
let lapsed: Agent
beforeAll(async () => {
  agent = await createAgent(parts.db)
  lapsed = await createAgent(parts.db, { subscriptionActive: false })
})

/** A session for each test, because some calls end it. */
const as = async (who: Agent) => ({ cookie: `session=${await startSession(parts.db, who.id, '')}` })

describe('threat 7: every server function is in the authorisation table', () => {
  test('and every function in the table exists', () => {
    expect(builtServerFunctions().sort()).toEqual(Object.keys(authorisation).sort())
  })

  const needingSignIn = Object.entries(authorisation).filter(([, { access }]) => access !== 'anyone')

  test.each(needingSignIn)(
    'threat 16: %s is refused without a session, and with a made-up one',
    async (name, { method }) => {
      for (const cookie of ['', 'session=made-up']) {
        const answer = await call(parts.url, name, { method, data: {}, headers: { cookie } })
        expect(answer.status).toBe(401)
        expect(answer.error).toMatchObject({ name: 'NotSignedIn' })
      }
    },
  )

  test.each(Object.entries(authorisation).filter(([, { access }]) => access === 'subscribed'))(
    'threat 21: %s is refused to an agent whose subscription has lapsed',
    async (name, { method }) => {
      const answer = await call(parts.url, name, { method, data: {}, headers: await as(lapsed) })
      expect(answer.status).toBe(403)
      expect(answer.error).toMatchObject({ name: 'SubscriptionInactive', message: 'Your subscription is not active' })
    },
  )

  test.each(Object.entries(authorisation).filter(([, { needsProof }]) => needsProof))(
    'threat 229: %s is refused when nobody has proved for ten minutes that they are the agent',
    async (name, { method }) => {
      const headers = await as(agent)
      const provenAt = new Date(Date.now() - 10 * 60_000)
      await parts.db.update(session).set({ provenAt }).where(eq(session.userId, agent.id))
      const answer = await call(parts.url, name, { method, data: {}, headers })
      expect(answer.status).toBe(403)
      expect(answer.error).toMatchObject({ name: 'ProofNeeded' })
      expect(answer.headers.get('x-proof-needed')).toBe('1')
    },
  )

  test.each(Object.entries(authorisation))('threat 10: %s is refused from another site', async (name, { method }) => {
    const answer = await call(parts.url, name, { method, data: {}, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(403)
  })

  test.each(Object.entries(authorisation))('%s accepts its own method only', async (name, { method }) => {
    const other = method === 'GET' ? 'POST' : 'GET'
    expect((await call(parts.url, name, { method: other, data: {} })).status).toBe(405)
  })
})

describe('threat 73: every call declares its maximum payload', () => {
  const plainJson = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

  test.each(Object.entries(authorisation).filter(([, { method }]) => method === 'POST'))(
    'and %s refuses one byte more than that',
    async (name, { maxBytes = SMALL_PAYLOAD_BYTES }) => {
      const headers = { ...plainJson, ...(await as(agent)) }
      const body = JSON.stringify({ data: {} }).padEnd(maxBytes + 1)
      const post = (text: string) => fetch(`${parts.url}/_serverFn/${name}`, { method: 'POST', headers, body: text })
      expect((await post(body)).status).toBe(413)
      expect((await post(body.slice(0, -1))).status).not.toBe(413)
    },
  )

  test.each(Object.entries(authorisation).filter(([, { method }]) => method === 'GET'))(
    'and %s refuses a thousand values in its query string',
    async (name) => {
      const payload = JSON.stringify({ data: Array(1_000).fill(1) })
      const answer = await fetch(`${parts.url}/_serverFn/${name}?payload=${encodeURIComponent(payload)}`, {
        headers: { ...plainJson, ...(await as(agent)) },
      })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('Not readable')
    },
  )

  test('and reads no payload from a signed-out visitor if it is for agents only', async () => {
    for (const name of ['savePhoto', 'createListing']) {
      const request = { method: 'POST', headers: plainJson, body: '{'.repeat(900_000) }
      expect((await fetch(`${parts.url}/_serverFn/${name}`, request)).status).toBe(401)
    }
  })
})
