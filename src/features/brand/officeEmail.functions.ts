import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { OfficeKeyInput } from './brand.schema.ts'
import {
  confirmOfficeEmail as confirm,
  readOfficeConfirmation,
  resendOfficeEmailLink as resend,
} from './server/officeEmail.server.ts'

/** POST, because in an address the key would end up in the logs of proxies. */
export const fetchOfficeConfirmation = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(OfficeKeyInput)
  .handler(({ data, context: { services, clientIp } }) => readOfficeConfirmation(services, data.key, clientIp))

export const confirmOfficeEmail = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(OfficeKeyInput)
  .handler(({ data, context: { services, clientIp } }) => confirm(services, data.key, clientIp))

export const resendOfficeEmailLink = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => resend(context.services, context.agent))

export const officeConfirmationQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.officeConfirmation(key),
    queryFn: () => fetchOfficeConfirmation({ data: { key } }),
    // The page shows the error itself.
    meta: { handled: true },
  })
