import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedInForSetup } from '#platform/auth/accessMiddleware.ts'
import {
  clearSessionCookie,
  findSignedInAgent,
  readSessionCookie,
  writeDeviceCookie,
  writePendingCookie,
  writeSessionCookie,
} from '#platform/auth/sessionCookie.server.ts'
import { revokeSessionByToken } from '#platform/auth/sessions.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  Credentials,
  EmailChoiceInput,
  PasswordLinkInput,
  PasswordReset,
  ReadAgentCardsInput,
  ResetRequest,
  UnsubscribeInput,
} from './accounts.schema.ts'
import {
  readPasswordLink,
  resendFirstPasswordLink as sendNewLink,
} from './server/credentials/passwords/firstPassword.server.ts'
import {
  requestPasswordReset as requestReset,
  resetPassword as reset,
} from './server/credentials/passwords/setPassword.server.ts'
import { currentSignInRequest, signIn } from './server/credentials/signIn.server.ts'
import { readEmailChoice, saveEmailChoice as saveChoice } from './server/emailChoice.server.ts'
import { readAgentCards } from './server/readAgentCard.server.ts'

/** Tells whether that was all. Someone with a second factor is asked for a code then, in `finishSignIn`. */
export const login = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(Credentials)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const visit = currentSignInRequest(clientIp)
    const result = await signIn(services, data, visit)
    if ('sessionToken' in result) writeSessionCookie(result.sessionToken)
    else writePendingCookie(result.pendingToken)
    writeDeviceCookie(visit.deviceToken)
    return { isSignedIn: 'sessionToken' in result }
  })

export const logout = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .handler(async ({ context }) => {
    const token = readSessionCookie()
    if (token) await revokeSessionByToken(context.db, token)
    clearSessionCookie()
  })

/** For the sign-in page, which redirects signed-in agents. Returns false instead of refusing, because most visitors are signed out. */
export const fetchIsSignedIn = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(async () => (await findSignedInAgent()) !== undefined)

export const fetchCurrentUser = createServerFn({ method: 'GET' })
  .middleware([signedInForSetup])
  .handler(({ context: { agent, hasSecondFactor, needsSecondFactor } }) => {
    const { id, email, emailVerified, firstName, lastName, phone, subscriptionActive } = agent
    const account = { id, email, emailVerified, firstName, lastName, phone, subscriptionActive }
    return { ...account, hasSecondFactor, needsSecondFactor }
  })

export const requestPasswordReset = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ResetRequest)
  .handler(({ data, context: { services, clientIp } }) => requestReset(services, data, clientIp))

/** Tells whether it has also signed the visitor in, as the first password of an account does. */
export const resetPassword = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PasswordReset)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const visit = currentSignInRequest(clientIp)
    const sessionToken = await reset(services, data, visit)
    if (sessionToken) writeSessionCookie(sessionToken)
    writeDeviceCookie(visit.deviceToken)
    return { isSignedIn: sessionToken !== undefined }
  })

/** POST, because in an address the token would end up in the logs of proxies. */
export const fetchPasswordLink = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PasswordLinkInput)
  .handler(async ({ data, context: { services, clientIp } }) =>
    readPasswordLink(services, data.token, clientIp, (await findSignedInAgent())?.agent),
  )

export const resendFirstPasswordLink = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PasswordLinkInput)
  .handler(({ data, context: { services, clientIp } }) => sendNewLink(services, data.token, clientIp))

/** Of everyone who runs a listing, as buyers see them. */
export const fetchAgentCards = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(ReadAgentCardsInput)
  .handler(async ({ data, context }) => readAgentCards(context.db, data.listingId, (await findSignedInAgent())?.agent))

/** For the link in an email, which works without signing in. POST, as for other links. */
export const fetchEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(UnsubscribeInput)
  .handler(({ data, context }) => readEmailChoice(context.services, data.key))

export const saveEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(EmailChoiceInput)
  .handler(({ data, context }) => saveChoice(context.services, data.key, data.isOn))

export const emailChoiceQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.emailChoice(key),
    queryFn: () => fetchEmailChoice({ data: { key } }),
    meta: { handled: true },
  })

export const currentUserQuery = queryOptions({ queryKey: queryKeys.user.all, queryFn: () => fetchCurrentUser() })

export type AgentCards = Awaited<ReturnType<typeof fetchAgentCards>>
export const agentCardsQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.listings.agentCards(listingId),
    queryFn: () => fetchAgentCards({ data: { listingId } }),
  })
