import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { YEAR_SECONDS } from '#values/durations.ts'
import { readCookie } from '../http/requestHeaders.ts'
import { useServices } from '../services.server.ts'
import { findSession, SESSION_DAYS } from './sessions.server.ts'

/** `__Host-` ties the cookie to this host over https; browsers refuse the prefix on the http loopback default. */
const cookieNameFor = (name: string) => (useServices().env.secure ? `__Host-${name}` : name)
const sessionCookieName = () => cookieNameFor('session')
const cookieAttributes = () =>
  ({ httpOnly: true, secure: useServices().env.secure, sameSite: 'lax', path: '/' }) as const

export const readSessionCookie = () => getCookie(sessionCookieName())
export const findSessionCookie = (cookies: string) => readCookie(cookies, sessionCookieName())
export const writeSessionCookie = (token: string) =>
  setCookie(sessionCookieName(), token, { ...cookieAttributes(), maxAge: SESSION_DAYS * 24 * 3600 })
export const clearSessionCookie = () => deleteCookie(sessionCookieName(), cookieAttributes())

/** Recognises a browser at its next sign-in. It gives no access. */
export const readDeviceCookie = () => getCookie(cookieNameFor('device'))
export const writeDeviceCookie = (token: string) =>
  setCookie(cookieNameFor('device'), token, { ...cookieAttributes(), maxAge: YEAR_SECONDS })

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

/** The agent who is signed in with the current request's cookie, if any. */
export async function findSignedInAgent() {
  const token = readSessionCookie()
  const found = token ? await findSession(useServices().database.db, token) : undefined
  return token && found ? { ...found, token } : undefined
}
