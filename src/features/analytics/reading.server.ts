import type { Db } from '#db/client.server.ts'
import { unavailable } from '#platform/errors.ts'
import type { Agent } from '#platform/session.server.ts'
import type {
  AnalyticsQuestion,
  DashboardQuestion,
  DashboardSummary,
  Devices,
  Engagement,
  EventsPage,
  EventsQuestion,
  PlaceSlice,
  Slice,
  Views,
} from './analytics.ts'

type Read<Question, Answer> = (db: Db, agent: Agent, question: Question) => Promise<Answer>
const later = async () => {
  throw unavailable()
}
export const readDashboard: Read<DashboardQuestion, DashboardSummary> = later
export const readViews: Read<AnalyticsQuestion, Views> = later
export const readEngagement: Read<AnalyticsQuestion, Engagement> = later
export const readPlaces: Read<AnalyticsQuestion, PlaceSlice[]> = later
export const readDevices: Read<AnalyticsQuestion, Devices> = later
export const readReferrers: Read<AnalyticsQuestion, Slice[]> = later
export const listEvents: Read<EventsQuestion, EventsPage> = later
