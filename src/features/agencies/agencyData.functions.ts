import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { readLatestExport, requestExport } from '#features/accounts/server/dataExport.server.ts'
import { signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { AgencyDeletion } from './agencies.schema.ts'
import { cancelAgencyDeletion, scheduleAgencyDeletion } from './server/deleteAgency.server.ts'

export const requestAgencyExport = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => requestExport(context.services, context.agent, 'agency'))

export const fetchAgencyExport = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readLatestExport(context.db, context.agent, 'agency'))

export const deleteAgency = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AgencyDeletion)
  .handler(({ data, context }) => scheduleAgencyDeletion(context.services, context.agent, data.password))

export const keepAgency = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => cancelAgencyDeletion(context.services, context.agent))

export const agencyExportQuery = queryOptions({
  queryKey: queryKeys.agencyExport,
  queryFn: () => fetchAgencyExport(),
  meta: { handled: true },
})
