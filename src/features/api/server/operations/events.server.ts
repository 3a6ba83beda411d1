import * as z from 'zod/mini'
import { listMembers } from '#features/agencies/server/members.server.ts'
import { AnalyticsInput, ListEventsInput } from '#features/analytics/analytics.schema.ts'
import { listEvents } from '#features/analytics/server/listEvents.server.ts'
import { readReadingTime } from '#features/analytics/server/readingTime.server.ts'
import { readEngagement } from '#features/analytics/server/viewsAndEngagement.server.ts'
import { roles } from '#values/agencyValues.ts'
import { defineOperation } from '../operation.server.ts'
import { pageQuery, pageSchema, ResponseTime } from './fields.ts'

const text = z.nullable(z.string())

/** For the range, and for the equally long range before it. */
const Metric = z.object({ now: z.number(), before: z.number() })

export const eventOperations = [
  defineOperation({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    tag: 'Events',
    scope: 'events:read',
    summary: 'List what visitors did, the newest first',
    query: z.strictObject({ ...ListEventsInput.shape, ...pageQuery }),
    result: pageSchema(
      z.object({
        ...{ id: z.string(), event: z.string(), at: ResponseTime, listingId: text, leadId: text, fileId: text },
        ...{ country: text, region: text, city: text, device: text, os: text, browser: text },
        referrerHostname: text,
        seconds: z.nullable(z.number()),
      }),
    ),
    async run({ services, agent }, { query }) {
      const { events, next } = await listEvents(services.database.db, agent, query)
      return { data: events, next }
    },
  }),
  defineOperation({
    id: 'getEngagement',
    method: 'GET',
    path: '/engagement',
    tag: 'Events',
    scope: 'events:read',
    summary: 'Get the figures of listings, as in Analytics',
    query: AnalyticsInput,
    result: z.object({
      ...{ visitors: Metric, readers: Metric, leads: Metric, conversion: Metric },
      ...{ filesOpened: Metric, downloads: Metric, clicks: Metric, averageSeconds: Metric },
    }),
    run: ({ services, agent }, { query }) => readEngagement(services.database.db, agent, query),
  }),
  defineOperation({
    id: 'getReading',
    method: 'GET',
    path: '/reading',
    tag: 'Events',
    scope: 'events:read',
    summary: 'Get how long documents were read',
    query: z.pick(AnalyticsInput, { listingId: true, fileId: true, whose: true }),
    result: z.object({
      data: z.array(
        z.object({ fileId: z.string(), name: z.string(), listingTitle: text, seconds: z.number(), readers: z.int() }),
      ),
    }),
    async run({ services, agent }, { query }) {
      const { documents } = await readReadingTime(services.database.db, agent, { ...query, leadId: '', range: '30d' })
      return { data: documents }
    },
  }),
]

export const memberOperations = [
  defineOperation({
    id: 'listMembers',
    method: 'GET',
    path: '/members',
    tag: 'Members',
    scope: 'members:read',
    summary: 'List the members of the agency',
    result: z.object({
      data: z.array(
        z.object({
          ...{ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() },
          role: z.enum(roles),
          joinedAt: ResponseTime,
        }),
      ),
    }),
    run: async ({ services, agent }) => ({ data: (await listMembers(services.database.db, agent)).members }),
  }),
]
