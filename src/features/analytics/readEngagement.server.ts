import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import type { EventName } from '#platform/events/events.ts'
import type { Agent } from '#platform/session.server.ts'
import type { AnalyticsQuestion, Engagement, Figure } from './analytics.ts'
import { countDocuments } from './countDocuments.server.ts'
import { countReaders } from './countReaders.server.ts'
import { type Inquiry, inquire } from './inquiry.server.ts'
import { sourceOf } from './source.server.ts'

interface Sum extends Record<string, unknown> {
  event: EventName
  isNow: boolean
  events: number
  uniques: number
  seconds: number
  timed: number
}
const none = { events: 0, uniques: 0, seconds: 0, timed: 0 }

/** What visitors do: from a visit to a lead, and from there to the documents. */
export async function readEngagement(db: Db, agent: Agent, question: AnalyticsQuestion): Promise<Engagement> {
  const inquiry = await inquire(db, agent, question)
  const [sums, documents, readers] = await Promise.all([
    sumUp(db, inquiry),
    countDocuments(db, inquiry),
    countReaders(db, inquiry),
  ])
  const of = (event: EventName, isNow: boolean) =>
    sums.find((sum) => sum.event === event && sum.isNow === isNow) ?? none
  const figure = (number: (isNow: boolean) => number): Figure => ({ now: number(true), before: number(false) })
  const events = (event: EventName) => figure((isNow) => of(event, isNow).events)
  const uniques = (event: EventName) => figure((isNow) => of(event, isNow).uniques)
  return {
    visitors: uniques('listing_view'),
    leads: events('lead_created'),
    readers,
    conversion: figure((isNow) => share(of('lead_created', isNow).events, of('listing_view', isNow).uniques)),
    filesOpened: events('file_view'),
    downloads: events('file_download'),
    clicks: events('link_click'),
    secondsPerLook: figure((isNow) => share(of('listing_leave', isNow).seconds, of('listing_leave', isNow).timed)),
    documents,
  }
}

export const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

async function sumUp(db: Db, inquiry: Inquiry): Promise<Sum[]> {
  const { span, spanBefore } = inquiry
  const source = sourceOf(inquiry, 'total', { from: spanBefore.from, to: span.to })
  const { rows } = await db.execute<Sum>(sql`
    select ${source.event} as event, ${source.day} >= ${span.from}::date as "isNow", ${source.events}::int as events,
      ${source.uniques}::int as uniques, ${source.seconds}::float8 as seconds, ${source.timed}::int as timed
    from ${source.from} where ${source.where} group by 1, 2`)
  return rows
}
