import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'
import { useServices } from './services.server.ts'
import { SESSION_DAYS } from './session.server.ts'

/** `__Host-` ties the cookie to this host over https; browsers refuse the prefix on the http loopback default. */
const cookieName = () => (useServices().env.secure ? '__Host-session' : 'session')
const attributes = () => ({ httpOnly: true, secure: useServices().env.secure, sameSite: 'lax', path: '/' }) as const

export const readSessionCookie = () => getCookie(cookieName())
export const writeSessionCookie = (token: string) =>
  setCookie(cookieName(), token, { ...attributes(), maxAge: SESSION_DAYS * 24 * 3600 })
export const clearSessionCookie = () => deleteCookie(cookieName(), attributes())
