import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import {
  clearPendingCookie,
  readPendingCookie,
  writeDeviceCookie,
  writeSessionCookie,
} from '#platform/auth/sessionCookie.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { AuthenticatorInput, NewAuthenticator, SecondStep } from './secondFactor.schema.ts'
import { currentVisit } from './server/credentials/signIn.server.ts'
import {
  confirmAuthenticator as confirm,
  removeAuthenticator as remove,
  startAuthenticator as start,
} from './server/secondFactor/authenticators.server.ts'
import { createRecoveryCodes as createCodes, readSecondFactors } from './server/secondFactor/secondFactors.server.ts'
import { finishSecondStep, readSecondStep } from './server/secondFactor/secondStep.server.ts'

const pendingVisit = (clientIp: string) => ({ ...currentVisit(clientIp), pendingToken: readPendingCookie() })

/** The sign-in that waits for its second step in this browser, if any. */
export const fetchSecondStep = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .handler(({ context: { db, clientIp } }) => readSecondStep(db, pendingVisit(clientIp)))

export const finishSignIn = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(SecondStep)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const visit = pendingVisit(clientIp)
    writeSessionCookie(await finishSecondStep(services, data, visit))
    writeDeviceCookie(visit.deviceToken)
    clearPendingCookie()
  })

export const fetchSecondFactors = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readSecondFactors(context.db, context.agent))

export const startAuthenticator = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => start(context.services, context.agent))

/** Returns the recovery codes that the first second factor comes with. */
export const confirmAuthenticator = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(NewAuthenticator)
  .handler(({ data, context }) => confirm(context.services, context.agent, data))

export const removeAuthenticator = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AuthenticatorInput)
  .handler(({ data, context }) => remove(context.services, context.agent, data.id))

export const createRecoveryCodes = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => createCodes(context.services, context.agent))

export const secondFactorsQuery = queryOptions({
  queryKey: queryKeys.secondFactors,
  queryFn: () => fetchSecondFactors(),
  meta: { handled: true },
})
export type SecondFactors = Awaited<ReturnType<typeof fetchSecondFactors>>
