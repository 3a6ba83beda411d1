import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, proven, signedIn, signedInForSetup, signedInOrLocked } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { ActivityReport, DeviceRename, IdleLockInput, NotMeInput } from './devices.schema.ts'
import { renameDevice as rename } from './server/credentials/agentSessions.server.ts'
import { disownSignIn as disown, readSignInToDisown } from './server/credentials/disownSignIn.server.ts'
import {
  lockSession as lock,
  readIdleLock,
  reportActivity as report,
  saveIdleLock as saveLock,
} from './server/credentials/idleLock.server.ts'

export const renameDevice = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(DeviceRename)
  .handler(({ data, context }) => rename(context.db, context.agent, data.session, data.name))

/** POST, because in an address the token would end up in the logs of proxies. */
export const fetchSignInToDisown = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(NotMeInput)
  .handler(({ data, context: { services, clientIp } }) => readSignInToDisown(services, data.token, clientIp))

/** Returns the token of a link that sets a new password. */
export const disownSignIn = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(NotMeInput)
  .handler(({ data, context: { services, clientIp } }) => disown(services, data.token, clientIp))

/** Also while the session is locked, for the page that unlocks it. */
export const fetchIdleLock = createServerFn({ method: 'GET' })
  .middleware([signedInOrLocked])
  .handler(({ context }) => readIdleLock(context.db, context))

export const saveIdleLock = createServerFn({ method: 'POST' })
  .middleware([proven])
  .validator(IdleLockInput)
  .handler(({ data, context }) => saveLock(context.db, context.agent, data))

export const lockSession = createServerFn({ method: 'POST' })
  .middleware([signedInOrLocked])
  .handler(({ context }) => lock(context.db, context.sessionHash))

export const reportActivity = createServerFn({ method: 'POST' })
  .middleware([signedInForSetup])
  .validator(ActivityReport)
  .handler(({ data, context }) => report(context.db, context.sessionHash, data))

export const signInToDisownQuery = (token: string) =>
  queryOptions({ queryKey: queryKeys.signInToDisown(token), queryFn: () => fetchSignInToDisown({ data: { token } }) })

export type SignInToDisown = Awaited<ReturnType<typeof fetchSignInToDisown>>

/** How often an open tab asks whether there is another rule. It doesn't count as somebody being there. */
const RULE_REFRESH_MS = 5 * 60_000
export const idleLockQuery = queryOptions({
  queryKey: queryKeys.idleLock,
  queryFn: () => fetchIdleLock(),
  staleTime: 0,
  refetchInterval: RULE_REFRESH_MS,
  refetchIntervalInBackground: true,
  meta: { handled: true },
})
export type IdleLock = Awaited<ReturnType<typeof fetchIdleLock>>
