import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { readCurrentAgency } from './server/agencies.server.ts'

export const fetchAgency = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context: { db, agent } }) => readCurrentAgency(db, agent))

/** Loaded by every page of the portal. `members.length > 1` tells a team from an agent alone. */
export const agencyQuery = queryOptions({ queryKey: queryKeys.agency, queryFn: () => fetchAgency() })
