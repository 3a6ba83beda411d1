import { type AnyFunctionMiddleware, execValidator, flattenMiddlewares } from '@tanstack/react-start'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '../../../test/fixtures/agencies.ts'
import { type AgentFields, createAgent } from '../../../test/fixtures/agents.ts'
import { openServices } from '../../../test/support/services/services.ts'
import { insideStartRequest } from '../../../test/support/startRequest.ts'
import { currentRequest } from '../http/currentRequest.server.ts'
import { provideServices } from '../services.server.ts'
import {
  anyone,
  requireSignedInPage,
  signedIn,
  signedInWithPayload,
  subscribed,
  subscribedWithPayload,
} from './accessMiddleware.ts'
import { hashToken, startSession } from './sessions.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(() => provideServices(opened.services))

async function newSession(fields: AgentFields = {}) {
  const agent = await createAgent(opened.database.db, { password: 'not used here', ...fields })
  const token = await startSession(opened.database.db, agent.id, '')
  return { agent, token, cookie: `theme=dark; __Host-session=${token}` }
}

interface CallInput {
  data: unknown
  context: object
}
/** One middleware, without the types that TanStack Start infers for the next. */
interface Step {
  validator?: Parameters<typeof execValidator>[0]
  server?: (given: CallInput & { next: (more?: { context?: object }) => Promise<CallInput> }) => Promise<CallInput>
}

/** What a call's handler gets after its middleware, run in TanStack Start's order. */
function runMiddleware(access: AnyFunctionMiddleware, sent: unknown) {
  const steps = flattenMiddlewares([access]).map(({ options }) => options as Step)
  const run = async (index: number, { data, context }: CallInput): Promise<CallInput> => {
    const step = steps[index]
    if (!step) return { data, context }
    const read = step.validator ? await execValidator(step.validator, data) : data
    const next = ({ context: more }: { context?: object } = {}) =>
      run(index + 1, { data: read, context: { ...context, ...more } })
    return step.server ? step.server({ data: read, context, next }) : next()
  }
  return run(0, { data: sent, context: {} })
}

const call = (access: AnyFunctionMiddleware, cookie = '', data: unknown = {}) =>
  insideStartRequest({ cookie, clientIp: '203.0.113.5' }, async () => ({
    ...(await runMiddleware(access, data)),
    isByAgent: currentRequest().isByAgent,
  }))

/** A call that a browser sends, with this many bytes. */
const sendBytes = (access: AnyFunctionMiddleware, cookie: string, bytes: number) => {
  const body = JSON.stringify({ data: { text: 'x'.repeat(bytes - '{"data":{"text":""}}'.length) } })
  return sendBody(access, cookie, body)
}
const sendBody = (access: AnyFunctionMiddleware, cookie: string, body: string) => {
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const callRequest = new Request('https://files.example.nz/_serverFn/x', { method: 'POST', body, headers })
  return insideStartRequest({ cookie, callRequest }, () => runMiddleware(access, undefined))
}

describe('threat 16: access to a call', () => {
  test('for anyone: the handler gets the services and the IP address, and no cookie is set', async () => {
    const { result, setCookies } = await call(anyone, '', { search: 'x' })
    expect(result).toMatchObject({ data: { search: 'x' }, context: { clientIp: '203.0.113.5' } })
    expect(result.context).toMatchObject({ services: opened.services, db: opened.database.db })
    expect(result.isByAgent).toBeUndefined()
    expect(setCookies).toEqual([])
  })

  test('for signed-in agents: the handler gets the session’s agent, and the cookie is sent again for 30 days', async () => {
    const [one, other] = [await newSession(), await newSession()]
    for (const { agent, token, cookie } of [one, other]) {
      const { result, setCookies } = await call(signedIn, cookie)
      expect(result.context).toMatchObject({
        agent: { id: agent.id },
        sessionHash: hashToken(token),
        clientIp: '203.0.113.5',
      })
      expect(result.isByAgent).toBe(true)
      expect(setCookies).toHaveLength(1)
      expect(setCookies[0]?.split('; ').toSorted()).toEqual(
        [`__Host-session=${token}`, 'HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'].toSorted(),
      )
    }
    for (const cookie of [
      '',
      '__Host-session=',
      '__Host-session=made-up',
      `session=${one.token}`,
      `other=${one.token}`,
    ])
      for (const access of [signedIn, subscribed])
        await expect(call(access, cookie)).rejects.toMatchObject({ status: 401, name: 'NotSignedIn' })
  })

  test('threat 21: for subscribers: an agent without a subscription is refused', async () => {
    const lapsed = await newSession({ subscriptionActive: false })
    expect((await call(signedIn, lapsed.cookie)).result.context).toMatchObject({ agent: { id: lapsed.agent.id } })
    await expect(call(subscribed, lapsed.cookie)).rejects.toMatchObject({ status: 403, name: 'SubscriptionInactive' })
    const { db } = opened.database
    const colleague = await addMember(db, lapsed.agent, { role: 'manager' })
    const cookie = `__Host-session=${await startSession(db, colleague.id, '')}`
    await expect(call(subscribed, cookie)).rejects.toMatchObject({ status: 403, name: 'AgencyInactive' })
    const active = await newSession({ subscriptionActive: true })
    expect((await call(subscribed, active.cookie)).result.context).toMatchObject({ agent: { id: active.agent.id } })
  })

  test('allows 16,000 bytes and 1,000 values, unless the call declares another limit', async () => {
    const { cookie } = await newSession()
    const large = { maxBytes: 20_000, maxValues: 2_000 }
    for (const access of [anyone, signedIn, subscribed]) {
      await sendBytes(access, cookie, 16_000)
      await expect(sendBytes(access, cookie, 16_001)).rejects.toMatchObject({ status: 413 })
      // The payload itself, its data and the list count too.
      const values = (count: number) => JSON.stringify({ data: { list: Array(count).fill(1) } })
      await sendBody(access, cookie, values(997))
      await expect(sendBody(access, cookie, values(1_001))).rejects.toMatchObject({ status: 400 })
    }
    for (const access of [signedInWithPayload(large), subscribedWithPayload(large)]) {
      await sendBytes(access, cookie, 20_000)
      await expect(sendBytes(access, cookie, 20_001)).rejects.toMatchObject({ status: 413 })
    }
  })

  test('is decided before the payload is read', async () => {
    await expect(sendBody(signedIn, '', 'not JSON')).rejects.toMatchObject({ status: 401 })
    const { cookie } = await newSession({ subscriptionActive: false })
    await expect(sendBody(subscribed, cookie, 'not JSON')).rejects.toMatchObject({ status: 403 })
  })

  test('a page of the portal opens with a session, and redirects to sign-in without one', async () => {
    const path = '/portal/leads?search=mia&page=2'
    const { cookie } = await newSession()
    const visit = (cookies: string) =>
      insideStartRequest({ cookie: cookies, path }, (request) =>
        requireSignedInPage.options.server?.({ request, next: () => new Response('the page') } as never),
      )
    const page = (await visit(cookie)).result as unknown as Response
    expect(await page.text()).toBe('the page')
    const redirect = (await visit('')).result as unknown as Response
    expect(redirect.status).toBe(302)
    expect(redirect.headers.get('location')).toBe(`/login?from=${encodeURIComponent(path)}`)
  })
})
