import { infiniteQueryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/access.ts'
import type { AuditCategory } from '#platform/audit/deedKinds.ts'
import { ListActivityInput } from './activity.ts'
import { listActivity } from './listActivity.server.ts'

export const fetchActivity = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListActivityInput)
  .handler(({ data, context }) => listActivity(context.db, context.agent, data))

/** Page after page. */
export const activityQuery = (kind?: AuditCategory) =>
  infiniteQueryOptions({
    queryKey: ['activity', kind],
    queryFn: ({ pageParam }) => fetchActivity({ data: { kind, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // The section shows it in its own place.
    meta: { handled: true },
  })
