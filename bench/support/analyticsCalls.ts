import type { Db } from '../../src/db/client.server.ts'
import { AnalyticsInput, DashboardInput, ListEventsInput } from '../../src/features/analytics/analytics.schema.ts'
import { readDevices, readPlaces, readReferrers } from '../../src/features/analytics/server/breakdowns.server.ts'
import { readDashboard } from '../../src/features/analytics/server/dashboard.server.ts'
import { listEvents } from '../../src/features/analytics/server/eventLog.server.ts'
import { readEngagement, readViews } from '../../src/features/analytics/server/metrics.server.ts'
import type { Agent } from '../../src/platform/auth/session.server.ts'

export interface BenchAgency {
  db: Db
  agent: Agent
  /** The listing with the most views. */
  listingId: string
}

export interface Call {
  name: string
  kind: keyof typeof readers | 'dashboard' | 'events'
  isOneListing: boolean
  days: number
  ask: (agency: BenchAgency) => Promise<unknown>
}

const readers = {
  days: readViews,
  engagement: readEngagement,
  places: readPlaces,
  devices: readDevices,
  referrers: readReferrers,
}
const lengths = { '30d': 30, '90d': 90, '12m': 365 } as const

/** The calls of the dashboard and the analytics page, for all listings and for one, over each range. */
export const calls: Call[] = Object.entries(lengths).flatMap(([key, days]) => {
  const range = key as keyof typeof lengths
  const dashboard: Call = {
    ...{ name: `dashboard ${range}`, kind: 'dashboard', isOneListing: false, days },
    ask: ({ db, agent }) => readDashboard(db, agent, DashboardInput.parse({ range })),
  }
  const page = [false, true].flatMap((isOneListing): Call[] => {
    const input = (agency: BenchAgency) => ({ range, listingId: isOneListing ? agency.listingId : '' })
    const whose = isOneListing ? 'one listing' : 'all listings'
    return [
      ...Object.entries(readers).map(
        ([kind, read]): Call => ({
          ...{ name: `${kind} ${range}, ${whose}`, kind: kind as keyof typeof readers, isOneListing, days },
          ask: (agency) => read(agency.db, agency.agent, AnalyticsInput.parse(input(agency))),
        }),
      ),
      {
        ...{ name: `events ${range}, ${whose}`, kind: 'events', isOneListing, days },
        ask: (agency) => listEvents(agency.db, agency.agent, ListEventsInput.parse(input(agency))),
      },
    ]
  })
  return [dashboard, ...page]
})

/** Filters that the sums cannot answer, so that events are read. */
export const filteredCalls = (agency: BenchAgency): Record<string, () => Promise<unknown>> => {
  const days = (input: Partial<AnalyticsInput>) => () =>
    readViews(agency.db, agency.agent, AnalyticsInput.parse({ range: '30d', ...input }))
  const place = 'NZ|Region 1|City 25'
  const own = agency.agent.id.slice(4)
  return {
    'days 30d of one listing, one city': days({ listingId: agency.listingId, place }),
    'days 12m of one listing, one city': days({ range: '12m', listingId: agency.listingId, place }),
    // Of an average listing: the agency has one buyer for each listing, who has all of its buyers' events.
    'days 12m of one buyer': days({ range: '12m', leadId: `lead_${own}500` }),
    'days 12m of one document': days({ range: '12m', fileId: `file_${own}1n1` }),
    'days 30d of all listings, one city': days({ place }),
    'days 12m of all listings, one city': days({ range: '12m', place }),
    'devices 12m of all listings, one city': () =>
      readDevices(agency.db, agency.agent, AnalyticsInput.parse({ range: '12m', place })),
    'days 30d of all listings, one country': days({ place: 'AU' }),
    'days 12m of all listings, one country': days({ range: '12m', place: 'AU' }),
    'engagement 30d of all listings, one city': () =>
      readEngagement(agency.db, agency.agent, AnalyticsInput.parse({ range: '30d', place })),
  }
}
