import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, provenForSetup, signedInForSetup, signedInOrLocked } from '#platform/auth/accessMiddleware.ts'
import { clearPendingCookie, writeDeviceCookie, writeSessionCookie } from '#platform/auth/sessionCookie.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { pendingSignInRequest } from '../server/credentials/signIn.server.ts'
import {
  confirmAuthenticator as confirm,
  removeAuthenticator as remove,
  startAuthenticator as start,
} from '../server/secondFactor/authenticators.server.ts'
import { proveIdentity as prove } from '../server/secondFactor/proveIdentity.server.ts'
import {
  createRecoveryCodes as createCodes,
  readProofOptions,
  readSecondFactors,
} from '../server/secondFactor/secondFactors.server.ts'
import {
  beginPasskeyStep as beginStep,
  finishSecondStep,
  readSecondStep,
} from '../server/secondFactor/secondStep.server.ts'
import { AuthenticatorInput, IdentityProof, NewAuthenticator, SecondStep } from './secondFactor.schema.ts'

/** The sign-in that waits for its second step in this browser, if any. */
export const fetchSecondStep = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context: { db, clientIp } }) => readSecondStep(db, pendingSignInRequest(clientIp)))

/** A challenge for a passkey of the agent whose sign-in waits in this browser. */
export const beginPasskeyStep = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .handler(({ context: { services, clientIp } }) => beginStep(services, pendingSignInRequest(clientIp)))

export const finishSignIn = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(SecondStep)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const visit = pendingSignInRequest(clientIp)
    writeSessionCookie(await finishSecondStep(services, data, visit))
    writeDeviceCookie(visit.deviceToken)
    clearPendingCookie()
  })

export const fetchSecondFactors = createServerFn({ method: 'GET' })
  .middleware([signedInForSetup])
  .handler(({ context }) => readSecondFactors(context.db, context.agent))

/** What the agent is asked for before sensitive changes, and to unlock a session. */
export const fetchProofOptions = createServerFn({ method: 'GET' })
  .middleware([signedInOrLocked])
  .handler(({ context }) => readProofOptions(context.services, context))

export const proveIdentity = createServerFn({ method: 'POST' })
  .middleware([signedInOrLocked])
  .validator(IdentityProof)
  .handler(({ data, context }) => prove(context.services, context.agent, context, data))

/** Before a download, which can't ask by itself. */
export const confirmProof = createServerFn({ method: 'POST' })
  .middleware([provenForSetup])
  .handler(() => {})

export const startAuthenticator = createServerFn({ method: 'POST' })
  .middleware([provenForSetup])
  .handler(({ context }) => start(context.services, context.agent))

/** Returns the recovery codes that the first second factor comes with. */
export const confirmAuthenticator = createServerFn({ method: 'POST' })
  .middleware([signedInForSetup])
  .validator(NewAuthenticator)
  .handler(({ data, context }) => confirm(context.services, context.agent, data))

export const removeAuthenticator = createServerFn({ method: 'POST' })
  .middleware([provenForSetup])
  .validator(AuthenticatorInput)
  .handler(({ data, context }) => remove(context.services, context.agent, data.id))

export const createRecoveryCodes = createServerFn({ method: 'POST' })
  .middleware([provenForSetup])
  .handler(({ context }) => createCodes(context.services, context.agent))

export const proofOptionsQuery = queryOptions({
  queryKey: queryKeys.proofOptions,
  queryFn: () => fetchProofOptions(),
  // Another tab may have added a second factor.
  staleTime: 0,
  meta: { handled: true },
})
export const secondFactorsQuery = queryOptions({
  queryKey: queryKeys.secondFactors,
  queryFn: () => fetchSecondFactors(),
  meta: { handled: true },
})
export type PendingSecondStep = NonNullable<Awaited<ReturnType<typeof fetchSecondStep>>>
export type SecondFactors = Awaited<ReturnType<typeof fetchSecondFactors>>
