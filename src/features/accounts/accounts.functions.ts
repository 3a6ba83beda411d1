import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import {
  clearSessionCookie,
  findSignedInAgent,
  readDeviceCookie,
  readSessionCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from '#platform/auth/sessionCookie.server.ts'
import { endSessionByToken, newToken } from '#platform/auth/sessions.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { Credentials, PasswordReset, ReadAgentCardInput, ResetRequest } from './accounts.schema.ts'
import {
  requestPasswordReset as requestReset,
  resetPassword as reset,
} from './server/credentials/setPassword.server.ts'
import { signIn } from './server/credentials/signIn.server.ts'
import { readAgentCard } from './server/readAgentCard.server.ts'

export const login = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(Credentials)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const userAgent = getRequestHeader('user-agent') ?? ''
    const deviceToken = readDeviceCookie() || newToken()
    const visit = { clientIp, userAgent, oldToken: readSessionCookie(), deviceToken }
    writeSessionCookie(await signIn(services, data, visit))
    writeDeviceCookie(deviceToken)
  })

export const logout = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .handler(async ({ context }) => {
    const token = readSessionCookie()
    if (token) await endSessionByToken(context.db, token)
    clearSessionCookie()
  })

/** For the sign-in page, which redirects signed-in agents. Returns false instead of refusing, because most visitors are signed out. */
export const fetchIsSignedIn = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(async () => (await findSignedInAgent()) !== undefined)

export const fetchCurrentUser = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { agent } }) => {
    const { id, email, emailVerified, firstName, lastName, phone, subscriptionActive } = agent
    return { id, email, emailVerified, firstName, lastName, phone, subscriptionActive }
  })

export const requestPasswordReset = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ResetRequest)
  .handler(({ data, context: { services, clientIp } }) => requestReset(services, data, clientIp))

export const resetPassword = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PasswordReset)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const deviceToken = readDeviceCookie() || newToken()
    await reset(services, data, { clientIp, deviceToken })
    writeDeviceCookie(deviceToken)
  })

export const fetchAgentCard = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ReadAgentCardInput)
  .handler(async ({ data, context }) =>
    readAgentCard(context.db, data.listingId, (await findSignedInAgent())?.agent.id),
  )

export const currentUserQuery = queryOptions({ queryKey: queryKeys.user.all, queryFn: () => fetchCurrentUser() })
