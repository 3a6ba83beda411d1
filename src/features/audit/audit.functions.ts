import { infiniteQueryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/auth/access.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { ListActivityInput } from './audit.schema.ts'
import { listActivity } from './audit.server.ts'
import type { AuditCategory } from './auditActions.ts'

export const fetchActivity = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListActivityInput)
  .handler(({ data, context }) => listActivity(context.db, context.agent, data))

export const activityQuery = (kind?: AuditCategory) =>
  infiniteQueryOptions({
    queryKey: queryKeys.activity(kind),
    queryFn: ({ pageParam }) => fetchActivity({ data: { kind, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // The section shows the error itself.
    meta: { handled: true },
  })
