import { getRequestHeader } from '@tanstack/react-start/server'
import { readDeviceCookie, readSessionCookie } from '#platform/auth/sessionCookie.server.ts'
import { newToken } from '#platform/auth/sessions.server.ts'
import type { SignInRequest } from './signIn.server.ts'

/** The browser that makes the current request, for signing in with it. */
export const currentVisit = (clientIp: string): SignInRequest => ({
  clientIp,
  userAgent: getRequestHeader('user-agent') ?? '',
  oldToken: readSessionCookie(),
  deviceToken: readDeviceCookie() || newToken(),
})
