import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { currentSignInRequest } from '#features/accounts/server/credentials/signIn.server.ts'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import { findSignedInAgent, writeDeviceCookie, writeSessionCookie } from '#platform/auth/sessionCookie.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { InvitationKeyInput, NewMemberAccount } from './members.schema.ts'
import { createMemberAccount as create, joinAgency as join, readInvitation } from './server/joinAgency.server.ts'

/** POST, because in an address the key would end up in the logs of proxies. */
export const fetchMemberInvitation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(InvitationKeyInput)
  .handler(async ({ data, context: { services, clientIp } }) =>
    readInvitation(services, data.key, clientIp, (await findSignedInAgent())?.agent),
  )

/** For someone who is signed in with the invited address. */
export const joinAgency = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(InvitationKeyInput)
  .handler(({ data, context: { services, agent, sessionHash, clientIp } }) =>
    join(services, agent, sessionHash, data.key, clientIp),
  )

/** For someone without an account. It also signs them in. */
export const createMemberAccount = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(NewMemberAccount)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const visit = currentSignInRequest(clientIp)
    writeSessionCookie(await create(services, data, visit))
    writeDeviceCookie(visit.deviceToken)
  })

export const memberInvitationQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.memberInvitation(key),
    queryFn: () => fetchMemberInvitation({ data: { key } }),
    // The page shows the error itself.
    meta: { handled: true },
  })
