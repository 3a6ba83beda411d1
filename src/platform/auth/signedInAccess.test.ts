import { expect, test } from 'vitest'
import { createAgent } from '../../../test/fixtures/agents.ts'
import { call } from '../../../test/support/call.ts'
import { useDeployedApp } from '../../../test/support/processes/deployedApp.ts'
import { startSession } from './sessions.server.ts'

const parts = useDeployedApp()

async function signedIn(fields: Parameters<typeof createAgent>[1] = {}) {
  const agent = await createAgent(parts.database.db, { password: 'not used here', ...fields })
  const token = await startSession(parts.database.db, agent.id, '')
  return { agent, token, headers: { cookie: `theme=dark; session=${token}` } }
}
const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(parts.url + path, { headers, redirect: 'manual' })

test('threat 16: a portal call responds only to the agent whose session the cookie names', async () => {
  const [mia, theo] = [await signedIn(), await signedIn()]
  for (const { agent, headers } of [mia, theo])
    expect((await call(parts.url, 'fetchCurrentUser', { headers })).result).toMatchObject({ id: agent.id })
  for (const cookie of ['', 'session=', 'session=made-up', `other=${mia.token}`])
    expect((await call(parts.url, 'fetchCurrentUser', { headers: { cookie } })).status).toBe(401)
})

test('a portal call gets the agent’s current session', async () => {
  const { agent, headers } = await signedIn()
  await startSession(parts.database.db, agent.id, 'another browser')
  const { result } = await call(parts.url, 'fetchSessions', { headers })
  expect(result).toHaveLength(2)
  expect(result).toContainEqual(expect.objectContaining({ isCurrent: true }))
})

test('threat 9: every use of a session sends its cookie again, for another 30 days', async () => {
  const { token, headers } = await signedIn()
  const [cookie] = (await call(parts.url, 'fetchCurrentUser', { headers })).headers.getSetCookie()
  expect(cookie?.split('; ').toSorted()).toEqual(
    [`session=${token}`, 'Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax'].toSorted(),
  )
})

test('threat 21: without a subscription an agent can read, and cannot create', async () => {
  const newListing = {
    title: '12 Rata Street',
    subtitle: '',
    description: { type: 'doc', content: [{ type: 'paragraph' }] },
  }
  const lapsed = await signedIn({ subscriptionActive: false })
  const active = await signedIn({ subscriptionActive: true })
  const create = ({ headers }: typeof lapsed) =>
    call(parts.url, 'createListing', { method: 'POST', data: newListing, headers })
  expect((await call(parts.url, 'fetchCurrentUser', { headers: lapsed.headers })).status).toBe(200)
  expect((await create(lapsed)).status).toBe(403)
  expect((await create(active)).status).toBe(200)
})

test('a portal page opens for signed-in agents, and sends everyone else to sign in and back', async () => {
  const path = '/portal/leads?search=mia&page=2'
  const { status, headers } = await visit(path)
  expect(status).toBe(302)
  expect(headers.get('location')).toBe(`/login?from=${encodeURIComponent(path)}`)
  expect((await visit('/portal/leads.csv', (await signedIn()).headers)).status).toBe(200)
})

test('signing out removes the cookie with the attributes it was set with', async () => {
  const { headers } = await signedIn()
  const answer = await call(parts.url, 'logout', { method: 'POST', headers })
  const [cookie] = answer.headers.getSetCookie()
  expect(cookie?.split('; ').toSorted()).toEqual(
    ['session=', 'Max-Age=0', 'Path=/', 'HttpOnly', 'SameSite=Lax'].toSorted(),
  )
})
