import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/auth/accessMiddleware.ts'
import { AppError } from '#platform/errors.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { addDays, todayIn } from '#ui/format/dates.ts'
import { AgentFiguresInput, AnalyticsInput, DashboardInput, ListEventsInput } from './analytics.schema.ts'
import { readFiguresByAgent } from './server/agentFigures.server.ts'
import { readDashboard } from './server/dashboard.server.ts'
import { listEvents } from './server/listEvents.server.ts'
import {
  readViewsByChannel,
  readViewsByDevice,
  readViewsByPlace,
  readViewsByReferrer,
} from './server/readBreakdowns.server.ts'
import { readReadingTime } from './server/readingTime.server.ts'
import { readEngagement, readViews } from './server/viewsAndEngagement.server.ts'

type Filters = Partial<AnalyticsInput>
type EventsFilters = Filters & Pick<Partial<ListEventsInput>, 'event'>

/** Reading stays open without a subscription. */
export const fetchDashboardSummary = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(DashboardInput)
  .handler(({ data, context }) => readDashboard(context.db, context.agent, data))

export const fetchListingViews = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsInput)
  .handler(({ data, context }) => readViews(context.db, context.agent, data))

export const fetchListingEngagement = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsInput)
  .handler(({ data, context }) => readEngagement(context.db, context.agent, data))

export const fetchViewsByCity = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsInput)
  .handler(async ({ data, context: { db, agent, services } }) => ({
    places: await readViewsByPlace(db, agent, data),
    /** Its licence requires a link wherever its results are shown. */
    isFromDbIp: !services.env.GEOIP_DATABASE && !services.env.GEO_HEADERS,
  }))

export const fetchViewsByDevice = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsInput)
  .handler(({ data, context }) => readViewsByDevice(context.db, context.agent, data))

export const fetchViewsByReferrer = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsInput)
  .handler(({ data, context }) => readViewsByReferrer(context.db, context.agent, data))

export const fetchViewsByChannel = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsInput)
  .handler(({ data, context }) => readViewsByChannel(context.db, context.agent, data))

export const fetchReadingTime = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsInput)
  .handler(({ data, context }) => readReadingTime(context.db, context.agent, data))

export const fetchEvents = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListEventsInput)
  .handler(({ data, context }) => listEvents(context.db, context.agent, data))

/** For those who see the whole agency. */
export const fetchFiguresByAgent = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AgentFiguresInput)
  .handler(({ data, context }) => readFiguresByAgent(context.db, context.agent, data))

// Each panel shows its own error.
const meta = { handled: true }

export const dashboardQuery = (input: Partial<DashboardInput> = {}) =>
  queryOptions({
    queryKey: queryKeys.dashboardSummary.one(input),
    queryFn: () => fetchDashboardSummary({ data: input }),
    meta,
  })
export const listingViewsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: queryKeys.views.byDay(filters),
    queryFn: () => fetchListingViews({ data: filters }),
    meta,
  })
export const viewsByPlaceQuery = (filters: Filters) =>
  queryOptions({
    queryKey: queryKeys.views.byCity(filters),
    queryFn: () => fetchViewsByCity({ data: filters }),
    meta,
  })
export const viewsByDeviceQuery = (filters: Filters) =>
  queryOptions({
    queryKey: queryKeys.views.byDevice(filters),
    queryFn: () => fetchViewsByDevice({ data: filters }),
    meta,
  })
export const viewsByReferrerQuery = (filters: Filters) =>
  queryOptions({
    queryKey: queryKeys.views.byReferrer(filters),
    queryFn: () => fetchViewsByReferrer({ data: filters }),
    meta,
  })
export const viewsByChannelQuery = (filters: Filters) =>
  queryOptions({
    queryKey: queryKeys.views.byChannel(filters),
    queryFn: () => fetchViewsByChannel({ data: filters }),
    meta,
  })
export const engagementQuery = (filters: Filters) =>
  queryOptions({
    queryKey: queryKeys.engagement.one(filters),
    queryFn: () => fetchListingEngagement({ data: filters }),
    meta,
  })
/** Only whose, the listing and the document matter: one result for every range. */
export const readingTimeQuery = ({ listingId = '', fileId, whose }: Filters) => {
  const input = { listingId, ...(fileId && { fileId }), ...(whose && { whose }) }
  return queryOptions({
    queryKey: queryKeys.engagement.reading(input),
    queryFn: () => fetchReadingTime({ data: input }),
    meta,
  })
}
export const agentFiguresQuery = ({ range, from, to }: Partial<AgentFiguresInput>) => {
  const input = range === 'custom' ? { range, from, to } : { range }
  return queryOptions({
    queryKey: queryKeys.views.byAgent(input),
    queryFn: () => fetchFiguresByAgent({ data: input }),
    meta,
  })
}
/** Page by page, the newest first. */
export const eventsQuery = (filters: EventsFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.events.log(filters),
    queryFn: ({ pageParam }) => fetchEvents({ data: { ...filters, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta,
  })

/** Enough for what happens between two refreshes; if there is more, the log is fetched again. */
export const LATEST_EVENTS_COUNT = 20

/** The latest events, whatever kind the log shows. Polled while the page is open. */
export const latestEventsQuery = (input: Partial<AnalyticsInput>) =>
  queryOptions({
    queryKey: queryKeys.events.latest(input),
    queryFn: () => fetchEvents({ data: { ...input, limit: LATEST_EVENTS_COUNT } }),
    staleTime: 0,
    meta,
  })

/** All days up to the latest today on earth. */
const allDays = () => ({ range: 'custom', from: '1990-01-01', to: addDays(todayIn('UTC'), 2) }) as const

/** Whether there are any events at all. */
export const hasEventsQuery = queryOptions({
  queryKey: queryKeys.events.any,
  queryFn: async () => {
    const { events } = await fetchEvents({ data: { ...allDays(), limit: 1 } })
    return events.length > 0
  },
  meta,
})

const BUYER_PAGE_ROWS = 12

/** All activity of one buyer, whatever range is selected. */
export const buyerActivityQuery = (leadId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.events.ofBuyer(leadId),
    queryFn: ({ pageParam }) =>
      fetchEvents({ data: { ...allDays(), leadId, limit: BUYER_PAGE_ROWS, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta,
  })

/** Something new happened: everything that shows counts is fetched again. */
export function refreshCounts(queryClient: QueryClient) {
  const { views, engagement, dashboardSummary, events } = queryKeys
  for (const queryKey of [views.all, engagement.all, dashboardSummary.all, events.ofBuyers, events.any])
    void queryClient.invalidateQueries({ queryKey })
}

/** The listing, lead or document of a query does not exist or belongs to another agent. */
export const isNotFoundError = (error: unknown) => error instanceof AppError && error.status === 404
