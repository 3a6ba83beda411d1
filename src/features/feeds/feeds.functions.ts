import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { type FeedRun, FeedRunIdInput } from './feeds.schema.ts'
import {
  confirmFeedRun as confirm,
  discardFeedRun as discard,
  listFeedRuns,
  readFeedRun,
} from './server/feedRuns.server.ts'

export const fetchFeedRuns = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listFeedRuns(context.db, context.agent))

/** One import with its report. */
export const fetchFeedRun = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(FeedRunIdInput)
  .handler(({ data, context }) => readFeedRun(context.db, context.agent, data.id))

export const confirmFeedRun = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(FeedRunIdInput)
  .handler(({ data, context }) => confirm(context.services, context.agent, data.id))

export const discardFeedRun = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(FeedRunIdInput)
  .handler(({ data, context }) => discard(context.services, context.agent, data.id))

/** While a file is read or imported, what is shown of it is fetched again every other second. */
const UNFINISHED_REFETCH_MS = 2_000
const isUnfinished = ({ state }: FeedRun) => state === 'waiting' || state === 'running'

export const feedRunsQuery = queryOptions({
  queryKey: queryKeys.feedRuns,
  queryFn: () => fetchFeedRuns(),
  refetchInterval: ({ state: { data } }) => data?.some(isUnfinished) && UNFINISHED_REFETCH_MS,
})

export const feedRunQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.feedRuns, id],
    queryFn: () => fetchFeedRun({ data: { id } }),
    // A report opened soon after its preview must not be the preview.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data && isUnfinished(data) && UNFINISHED_REFETCH_MS,
    // The dialog says it.
    meta: { handled: true },
  })
