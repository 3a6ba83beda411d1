import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openServices } from '../../../test/support/services/services.ts'
import { insideStartRequest } from '../../../test/support/startRequest.ts'
import { provideServices } from '../services.server.ts'
import {
  clearSessionCookie,
  findSessionCookie,
  readDeviceCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from './sessionCookie.server.ts'

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

test('the session cookie is found in the header of a request that TanStack Start does not handle', () => {
  expect(findSessionCookie('theme=dark; __Host-session=abc; __Host-session2=x')).toBe('abc')
  expect(findSessionCookie('session=abc')).toBeUndefined()
  useHttp()
  expect(findSessionCookie('theme=dark;session=abc')).toBe('abc')
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
