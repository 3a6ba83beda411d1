import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { anyone, signedIn } from '#platform/access.ts'
import { closeSession } from '#platform/session.server.ts'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from '#platform/sessionCookie.server.ts'
import { Credentials } from './accounts.ts'
import { signIn } from './signIn.server.ts'

export const login = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(Credentials)
  .handler(async ({ data, context }) => {
    const userAgent = getRequestHeader('user-agent') ?? ''
    writeSessionCookie(
      await signIn(context.services, data, { clientIp: context.clientIp, userAgent, oldToken: readSessionCookie() }),
    )
  })

export const logout = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .handler(async ({ context }) => {
    const token = readSessionCookie()
    if (token) await closeSession(context.db, token)
    clearSessionCookie()
  })

export const fetchCurrentUser = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { agent } }) => {
    const { id, email, emailVerified, firstName, lastName, phone, subscriptionActive } = agent
    return { id, email, emailVerified, firstName, lastName, phone, subscriptionActive }
  })

export const currentUserQuery = queryOptions({ queryKey: ['user'], queryFn: () => fetchCurrentUser() })
