import { describe, expect, test } from 'vitest'
import { openSession } from '#platform/session.server.ts'
import { authorisation } from './authorisation.ts'
import { createAgent } from './support/agents.ts'
import { call } from './support/call.ts'
import { useDeployedApp } from './support/deployed.ts'
import { builtCalls } from './support/doors.ts'

const parts = useDeployedApp()

const as = async (agent: { id: string }) => ({
  cookie: `session=${await openSession(parts.database.db, agent.id, '')}`,
})

describe('threat 7: every server function stands in the authorisation table', () => {
  test('and the table names no function that is not built', () => {
    expect(builtCalls().sort()).toEqual(Object.keys(authorisation).sort())
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
      const lapsed = await createAgent(parts.database.db, { subscriptionActive: false })
      const answer = await call(parts.url, name, { method, data: {}, headers: await as(lapsed) })
      expect(answer.status).toBe(403)
      expect(answer.error).toMatchObject({ name: 'SubscriptionInactive', message: 'Your subscription is not active' })
    },
  )

  test.each(Object.entries(authorisation))('threat 10: %s is refused from another site', async (name, { method }) => {
    const answer = await call(parts.url, name, { method, data: {}, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(403)
  })

  test.each(Object.entries(authorisation))('%s answers to its own method only', async (name, { method }) => {
    const other = method === 'GET' ? 'POST' : 'GET'
    expect((await call(parts.url, name, { method: other, data: {} })).status).toBe(405)
  })
})
