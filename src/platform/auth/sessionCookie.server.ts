import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import type { Db } from '#db/client.server.ts'
import { YEAR_SECONDS } from '#values/time.ts'
import { readCookie } from '../http/requestHeaders.ts'
import { useServices } from '../services.server.ts'
import { findSession, SESSION_DAYS } from './sessions.server.ts'

/** `__Host-` ties the cookie to this host over https; browsers refuse the prefix on the http loopback default. */
const cookieNameFor = (name: string) => (useServices().env.secure ? `__Host-${name}` : name)
const sessionCookieName = () => cookieNameFor('session')
const cookieAttributes = () =>
  ({ httpOnly: true, secure: useServices().env.secure, sameSite: 'lax', path: '/' }) as const

export const readSessionCookie = () => getCookie(sessionCookieName())
export const writeSessionCookie = (token: string) =>
  setCookie(sessionCookieName(), token, { ...cookieAttributes(), maxAge: SESSION_DAYS * 24 * 3600 })
export const clearSessionCookie = () => deleteCookie(sessionCookieName(), cookieAttributes())

/** Recognises a browser at its next sign-in, and belongs to the sessions that were opened in it. Alone it gives no access. */
const deviceCookieName = () => cookieNameFor('device')
export const readDeviceCookie = () => getCookie(deviceCookieName())
export const writeDeviceCookie = (token: string) =>
  setCookie(deviceCookieName(), token, { ...cookieAttributes(), maxAge: YEAR_SECONDS })

/** A sign-in whose second step is missing. It ends with the browser, and on the server a few minutes later. */
export const readPendingCookie = () => getCookie(cookieNameFor('sign_in'))
export const writePendingCookie = (token: string) => setCookie(cookieNameFor('sign_in'), token, cookieAttributes())
export const clearPendingCookie = () => deleteCookie(cookieNameFor('sign_in'), cookieAttributes())
/** Ties the challenge for a passkey to the browser that asked for it, while nobody is signed in. It gives no access. */
export const readPasskeyCookie = () => getCookie(cookieNameFor('passkey'))
export const writePasskeyCookie = (token: string, maxAge: number) =>
  setCookie(cookieNameFor('passkey'), token, { ...cookieAttributes(), maxAge })

/** Ties a visit to Google or Microsoft, and an emailed link that follows it, to the browser in which it began. It gives no access. */
export const readIdentityCookie = () => getCookie(cookieNameFor('identity'))
export const writeIdentityCookie = (token: string, maxAge: number) =>
  setCookie(cookieNameFor('identity'), token, { ...cookieAttributes(), maxAge })

/** The session of the browser that makes the current request, also while it is locked. */
export async function findBrowserSession() {
  const token = readSessionCookie()
  const deviceToken = readDeviceCookie()
  const found = token ? await findSession(useServices().database.db, token, deviceToken) : undefined
  return token && found ? { ...found, token, deviceToken } : undefined
}

/** The agent who is signed in with the current request's cookies, if any. */
export async function findSignedInAgent() {
  const found = await findBrowserSession()
  return found?.isLocked ? undefined : found
}

/** The session of a request that is handled before TanStack Start, also while it is locked. */
export async function findSessionByCookies(db: Db, cookies: string) {
  const token = readCookie(cookies, sessionCookieName())
  return token ? findSession(db, token, readCookie(cookies, deviceCookieName())) : undefined
}

/** The agent who is signed in with the cookies of such a request, if any. */
export async function findAgentByCookies(db: Db, cookies: string) {
  const found = await findSessionByCookies(db, cookies)
  return found?.isLocked ? undefined : found
}
