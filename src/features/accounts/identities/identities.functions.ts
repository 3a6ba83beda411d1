import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, proven, provenForSetup, signedIn, signedInOrLocked } from '#platform/auth/accessMiddleware.ts'
import {
  readIdentityCookie,
  writeDeviceCookie,
  writeIdentityCookie,
  writePendingCookie,
  writeSessionCookie,
} from '#platform/auth/sessionCookie.server.ts'
import { newToken } from '#platform/auth/sessions.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { confirmEmailedIdentityLink } from '../server/credentials/identities/emailedLink.server.ts'
import { listIdentities, removeIdentity as remove } from '../server/credentials/identities/manageIdentities.server.ts'
import { beginOwnProviderVisit, beginProviderVisit } from '../server/credentials/identities/visitProvider.server.ts'
import { currentSignInRequest } from '../server/credentials/signIn.server.ts'
import { IdentityIdInput, IdentityLinkInput, IdentityVisit, LINK_MINUTES, ProviderInput } from './identities.schema.ts'

/** Returns where the browser goes. The visit counts in this browser only: in one with the cookie that comes with it. */
export const beginIdentityVisit = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(IdentityVisit)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const browser = readIdentityCookie() || newToken()
    const leaving = await beginProviderVisit(services, data, browser, clientIp)
    writeIdentityCookie(browser, LINK_MINUTES * 60)
    return leaving
  })

/** From the page of the emailed link. Tells whether that was all, as `login` does. */
export const confirmIdentityLink = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(IdentityLinkInput)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const visit = currentSignInRequest(clientIp)
    const arrival = await confirmEmailedIdentityLink(services, data.token, readIdentityCookie() ?? '', visit)
    const { sessionToken, pendingToken, location } = arrival
    if (sessionToken) writeSessionCookie(sessionToken)
    if (pendingToken) writePendingCookie(pendingToken)
    writeDeviceCookie(visit.deviceToken)
    return { location }
  })

export const fetchIdentities = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listIdentities(context.db, context.agent))

export const beginIdentityLink = createServerFn({ method: 'POST' })
  .middleware([proven])
  .validator(ProviderInput)
  .handler(({ data, context }) => beginOwnProviderVisit(context.services, context, data.provider, 'add'))

/** To prove that it is the agent who is at the open session. */
export const beginIdentityProof = createServerFn({ method: 'POST' })
  .middleware([signedInOrLocked])
  .validator(ProviderInput)
  .handler(({ data, context }) => beginOwnProviderVisit(context.services, context, data.provider, 'proof'))

export const removeIdentity = createServerFn({ method: 'POST' })
  .middleware([provenForSetup])
  .validator(IdentityIdInput)
  .handler(({ data, context }) => remove(context.services, context, data.id))

export const identitiesQuery = queryOptions({
  queryKey: queryKeys.identities,
  queryFn: () => fetchIdentities(),
  meta: { handled: true },
})
export type Identity = Awaited<ReturnType<typeof fetchIdentities>>[number]
