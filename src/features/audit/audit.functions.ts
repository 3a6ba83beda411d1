import { infiniteQueryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { listAgencyAudit } from './agencyAudit.server.ts'
import { type AgencyAuditFilter, ListAgencyAuditInput, ListAuditInput } from './audit.schema.ts'
import { listAudit } from './audit.server.ts'
import type { AuditCategory } from './auditActions.ts'

export const fetchAudit = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListAuditInput)
  .handler(({ data, context }) => listAudit(context.db, context.agent, data))

export const auditQuery = (kind?: AuditCategory) =>
  infiniteQueryOptions({
    queryKey: queryKeys.audit(kind),
    queryFn: ({ pageParam }) => fetchAudit({ data: { kind, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // The section shows the error itself.
    meta: { handled: true },
  })

export const fetchAgencyAudit = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListAgencyAuditInput)
  .handler(({ data, context }) => listAgencyAudit(context.db, context.agent, data))

export const agencyAuditQuery = (filter: AgencyAuditFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.agencyAudit(filter),
    queryFn: ({ pageParam }) => fetchAgencyAudit({ data: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // The page shows the error itself.
    meta: { handled: true },
  })
