import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { pendingSignInRequest } from '../server/credentials/signIn.server.ts'
import {
  finishRecovery as finish,
  readRecovery,
  startRecovery as start,
  stopRecovery as stop,
} from '../server/secondFactor/accountRecovery.server.ts'
import { RecoveryKeyInput, RecoveryTokenInput } from './secondFactor.schema.ts'

/** For the browser in which the password was right. */
export const startRecovery = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .handler(({ context: { services, clientIp } }) => start(services, pendingSignInRequest(clientIp)))

/** POST, because in an address the key would end up in the logs of proxies. */
export const fetchRecovery = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(RecoveryKeyInput)
  .handler(({ data, context }) => readRecovery(context.services, data.key, context.clientIp))

export const stopRecovery = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(RecoveryKeyInput)
  .handler(({ data, context }) => stop(context.services, data.key, context.clientIp))

export const finishRecovery = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(RecoveryTokenInput)
  .handler(({ data, context }) => finish(context.services, data.token, context.clientIp))

export const recoveryQuery = (key: string) =>
  queryOptions({ queryKey: queryKeys.recovery(key), queryFn: () => fetchRecovery({ data: { key } }) })
