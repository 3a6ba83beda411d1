import type { Db } from '../../src/db/client.server.ts'
import { AnalyticsInput, DashboardInput, ListEventsInput } from '../../src/features/analytics/analytics.schema.ts'
import { readDashboard } from '../../src/features/analytics/server/dashboard.server.ts'
import { listEvents } from '../../src/features/analytics/server/listEvents.server.ts'
import {
  readViewsByDevice,
  readViewsByPlace,
  readViewsByReferrer,
} from '../../src/features/analytics/server/readBreakdowns.server.ts'
import { readEngagement, readViews } from '../../src/features/analytics/server/viewsAndEngagement.server.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'

export interface AnalyticsContext {
  db: Db
  agent: Agent
  /** The listing that is looked at most. */
  listingId: string
}

export interface Call {
  name: string
  kind: keyof typeof readers | 'dashboard' | 'events'
  ofOne: boolean
  days: number
  ask: (context: AnalyticsContext) => Promise<unknown>
}

const readers = {
  days: readViews,
  engagement: readEngagement,
  places: readViewsByPlace,
  devices: readViewsByDevice,
  referrers: readViewsByReferrer,
}
const lengths = { '30d': 30, '90d': 90, '12m': 365 } as const

/** What the dashboard and the page ask for, of all listings and of one, over each range. */
export const calls: Call[] = Object.entries(lengths).flatMap(([key, days]) => {
  const range = key as keyof typeof lengths
  const dashboard: Call = {
    ...{ name: `dashboard ${range}`, kind: 'dashboard', ofOne: false, days },
    ask: ({ db, agent }) => readDashboard(db, agent, DashboardInput.parse({ range })),
  }
  const page = [false, true].flatMap((ofOne): Call[] => {
    const input = (context: AnalyticsContext) => ({ range, listingId: ofOne ? context.listingId : '' })
    const whose = ofOne ? 'one listing' : 'all listings'
    return [
      ...Object.entries(readers).map(
        ([kind, read]): Call => ({
          ...{ name: `${kind} ${range}, ${whose}`, kind: kind as keyof typeof readers, ofOne, days },
          ask: (context) => read(context.db, context.agent, AnalyticsInput.parse(input(context))),
        }),
      ),
      {
        ...{ name: `events ${range}, ${whose}`, kind: 'events', ofOne, days },
        ask: (context) => listEvents(context.db, context.agent, ListEventsInput.parse(input(context))),
      },
    ]
  })
  return [dashboard, ...page]
})

/** Filters that the sums do not know: the events themselves are read. */
export const filteredCalls = (context: AnalyticsContext): Record<string, () => Promise<unknown>> => {
  const days = (input: Partial<AnalyticsInput>) => () =>
    readViews(context.db, context.agent, AnalyticsInput.parse({ range: '30d', ...input }))
  const place = 'NZ|Region 1|City 25'
  const own = context.agent.id.slice(4)
  return {
    'days 30d of one listing, one city': days({ listingId: context.listingId, place }),
    'days 12m of one listing, one city': days({ range: '12m', listingId: context.listingId, place }),
    // Of a listing in the middle: the agency has one buyer a listing, who does what all of them would.
    'days 12m of one buyer': days({ range: '12m', leadId: `lead_${own}500` }),
    'days 12m of one document': days({ range: '12m', fileId: `file_${own}1n1` }),
    'days 30d of all listings, one city': days({ place }),
    'days 12m of all listings, one city': days({ range: '12m', place }),
    'devices 12m of all listings, one city': () =>
      readViewsByDevice(context.db, context.agent, AnalyticsInput.parse({ range: '12m', place })),
    'days 30d of all listings, one country': days({ place: 'AU' }),
    'days 12m of all listings, one country': days({ range: '12m', place: 'AU' }),
    'engagement 30d of all listings, one city': () =>
      readEngagement(context.db, context.agent, AnalyticsInput.parse({ range: '30d', place })),
  }
}
