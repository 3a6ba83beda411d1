import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import type { EventName } from '#platform/events/events.ts'
import type { DayCount } from './analytics.ts'
import type { Inquiry } from './inquiry.server.ts'
import { daysOf, type Span } from './ranges.ts'
import { sourceOf } from './source.server.ts'

interface Row extends Record<string, unknown> {
  day: string
  event: EventName
  events: number
  uniques: number
}

const counted: Partial<Record<EventName, keyof DayCount>> = {
  listing_view: 'views',
  file_view: 'filesOpened',
  lead_created: 'leads',
}

/** Days of the range and of the one before, also those on which nothing happened. */
export async function countDays(db: Db, inquiry: Inquiry) {
  const { span, spanBefore } = inquiry
  const source = sourceOf(inquiry, 'total', { from: spanBefore.from, to: span.to })
  const names = Object.keys(counted).map((name) => sql`${name}`)
  const { rows } = await db.execute<Row>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, event, events, uniques
    from (select ${source.day} as day, ${source.event} as event, ${source.events}::int as events, ${source.uniques}::int as uniques
      from ${source.from} where ${source.where} and ${source.event} in (${sql.join(names, sql`, `)}) group by 1, 2) counts`)
  return { days: fill(span, rows), daysBefore: fill(spanBefore, rows) }
}

function fill(span: Span, rows: Iterable<Row>): DayCount[] {
  const days = new Map(
    daysOf(span).map((day): [string, DayCount] => [day, { day, views: 0, visitors: 0, leads: 0, filesOpened: 0 }]),
  )
  for (const { day, event, events, uniques } of rows) {
    const count = days.get(day)
    const what = counted[event]
    if (!count || !what) continue
    Object.assign(count, { [what]: events }, event === 'listing_view' ? { visitors: uniques } : {})
  }
  return [...days.values()]
}
