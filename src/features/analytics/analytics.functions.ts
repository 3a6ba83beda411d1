import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn } from '#platform/access.ts'
import { queryKeys } from '#platform/queryKeys.ts'
import { AnalyticsQuestion, DashboardQuestion, EventsQuestion } from './analytics.ts'
import { listEvents } from './listEvents.server.ts'
import { readDevices } from './readDevices.server.ts'
import { readEngagement } from './readEngagement.server.ts'
import { readPlaces } from './readPlaces.server.ts'
import { readReferrers } from './readReferrers.server.ts'
import { readViews } from './readViews.server.ts'
import { readDashboard } from './summary/readDashboard.server.ts'

type Wish = Partial<AnalyticsQuestion>
type EventsWish = Wish & Pick<Partial<EventsQuestion>, 'event'>

/** Reading stays open without a subscription. */
export const fetchDashboardSummary = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(DashboardQuestion)
  .handler(({ data, context }) => readDashboard(context.db, context.agent, data))

export const fetchListingViews = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsQuestion)
  .handler(({ data, context }) => readViews(context.db, context.agent, data))

export const fetchListingEngagement = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsQuestion)
  .handler(({ data, context }) => readEngagement(context.db, context.agent, data))

export const fetchViewsByCity = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsQuestion)
  .handler(async ({ data, context: { db, agent, services } }) => ({
    places: await readPlaces(db, agent, data),
    /** Its licence wants a link wherever its results are shown. */
    isFromDbIp: !services.env.GEOIP_DATABASE && !services.env.GEO_HEADERS,
  }))

export const fetchViewsByDevice = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsQuestion)
  .handler(({ data, context }) => readDevices(context.db, context.agent, data))

export const fetchViewsByReferrer = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(AnalyticsQuestion)
  .handler(({ data, context }) => readReferrers(context.db, context.agent, data))

export const fetchEvents = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(EventsQuestion)
  .handler(({ data, context }) => listEvents(context.db, context.agent, data))

// Each place of the page shows its own trouble.
const meta = { handled: true }

export const dashboardQuery = (question: Partial<DashboardQuestion> = {}) =>
  queryOptions({
    queryKey: [queryKeys.dashboardSummary, question],
    queryFn: () => fetchDashboardSummary({ data: question }),
    meta,
  })
export const viewsQuery = (wish: Wish) =>
  queryOptions({
    queryKey: [queryKeys.views, 'days', wish],
    queryFn: () => fetchListingViews({ data: wish }),
    meta,
  })
export const placesQuery = (wish: Wish) =>
  queryOptions({ queryKey: [queryKeys.views, 'city', wish], queryFn: () => fetchViewsByCity({ data: wish }), meta })
export const devicesQuery = (wish: Wish) =>
  queryOptions({ queryKey: [queryKeys.views, 'device', wish], queryFn: () => fetchViewsByDevice({ data: wish }), meta })
export const referrersQuery = (wish: Wish) =>
  queryOptions({
    queryKey: [queryKeys.views, 'referrer', wish],
    queryFn: () => fetchViewsByReferrer({ data: wish }),
    meta,
  })
export const engagementQuery = (wish: Wish) =>
  queryOptions({
    queryKey: [queryKeys.engagement, wish],
    queryFn: () => fetchListingEngagement({ data: wish }),
    meta,
  })
/** Page after page, the latest first. */
export const eventsQuery = (wish: EventsWish) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.events, wish],
    queryFn: ({ pageParam }) => fetchEvents({ data: { ...wish, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta,
  })
