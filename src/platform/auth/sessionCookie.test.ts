import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAgent } from '../../../test/fixtures/agents.ts'
import { openServices } from '../../../test/support/services/services.ts'
import { insideStartRequest } from '../../../test/support/startRequest.ts'
import { provideServices } from '../services.server.ts'
import {
  clearSessionCookie,
  findAgentByCookies,
  readDeviceCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from './sessionCookie.server.ts'
import { startSession } from './sessions.server.ts'

let opened: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  opened = await openServices()
})
afterAll(() => opened.close())
beforeEach(() => provideServices(opened.services))

const useHttp = () => provideServices({ ...opened.services, env: { ...opened.services.env, secure: false } })

/** The parts of the only cookie that an action sets, sorted. */
async function setCookieParts(action: () => void) {
  const { setCookies } = await insideStartRequest({}, action)
  expect(setCookies).toHaveLength(1)
  return setCookies[0]?.split('; ').toSorted()
}
const attributes = ['HttpOnly', 'Path=/', 'SameSite=Lax']

test('a session is found by the cookies of a request that TanStack Start does not handle', async () => {
  const { db } = opened.services.database
  const { id } = await createAgent(db)
  const token = await startSession(db, id, '')
  const find = async (cookies: string) => (await findAgentByCookies(db, cookies))?.agent.id
  expect(await find(`theme=dark; __Host-session=${token}; __Host-session2=x`)).toBe(id)
  expect(await find(`session=${token}`)).toBeUndefined()
  useHttp()
  expect(await find(`theme=dark;session=${token}`)).toBe(id)
})

test('threat 9: the session cookie lasts 30 days, and is removed with the attributes that it was set with', async () => {
  expect(await setCookieParts(() => writeSessionCookie('abc'))).toEqual(
    [...attributes, 'Max-Age=2592000', 'Secure', '__Host-session=abc'].toSorted(),
  )
  expect(await setCookieParts(clearSessionCookie)).toEqual(
    [...attributes, 'Max-Age=0', 'Secure', '__Host-session='].toSorted(),
  )
  useHttp()
  expect(await setCookieParts(() => writeSessionCookie('abc'))).toEqual(
    [...attributes, 'Max-Age=2592000', 'session=abc'].toSorted(),
  )
})

test('the device cookie lasts a year', async () => {
  expect(await setCookieParts(() => writeDeviceCookie('abc'))).toEqual(
    [...attributes, 'Max-Age=31536000', 'Secure', '__Host-device=abc'].toSorted(),
  )
  const { result } = await insideStartRequest({ cookie: '__Host-device=abc; device=x' }, () => readDeviceCookie())
  expect(result).toBe('abc')
})
