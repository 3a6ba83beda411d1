import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { readCookie } from './http/readCookie.ts'
import { useServices } from './services.server.ts'
import { SESSION_DAYS } from './session.server.ts'

const YEAR = 365 * 24 * 3600

/** `__Host-` ties the cookie to this host over https; browsers refuse the prefix on the http loopback default. */
const named = (name: string) => (useServices().env.secure ? `__Host-${name}` : name)
const cookieName = () => named('session')
const attributes = () => ({ httpOnly: true, secure: useServices().env.secure, sameSite: 'lax', path: '/' }) as const

export const readSessionCookie = () => getCookie(cookieName())
export const sessionIn = (cookies: string) => readCookie(cookies, cookieName())
export const writeSessionCookie = (token: string) =>
  setCookie(cookieName(), token, { ...attributes(), maxAge: SESSION_DAYS * 24 * 3600 })
export const clearSessionCookie = () => deleteCookie(cookieName(), attributes())

/** Recognises a browser at its next sign-in. It proves nothing and opens nothing. */
export const readDeviceCookie = () => getCookie(named('device'))
export const writeDeviceCookie = (token: string) => setCookie(named('device'), token, { ...attributes(), maxAge: YEAR })
