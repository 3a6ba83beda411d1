import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { event } from '#db/schema/event.ts'
import { lead } from '#db/schema/lead.ts'
import type { Figure } from './analytics.ts'
import type { Inquiry } from './inquiry.server.ts'
import type { Span } from './ranges.ts'
import { wantedEvents } from './rawEvents.server.ts'

/** A lead and its event are written in one transaction, by two clocks. */
const CLOCK_TOLERANCE = sql`interval '1 day'`

/**
 * How many of the leads of a range have opened a document since. Documents open to leads only, so this is the last step of the funnel and
 * never more than the one before it. Starts from the leads and looks up two events of each: the range may have millions of others.
 */
export async function countReaders(db: Db, inquiry: Inquiry): Promise<Figure> {
  const { agentId, span, spanBefore, wish } = inquiry
  const {
    rows: [counts],
  } = await db.execute<{ now: number; before: number }>(sql`
    select (${countIn(span)})::int as now, (${countIn(spanBefore)})::int as before`)
  return { now: counts?.now ?? 0, before: counts?.before ?? 0 }

  function countIn(days: Span): SQL {
    const ofListing = wish.listingId ? sql`and ${lead.listingId} = ${wish.listingId}` : sql``
    return sql`select count(*) from ${lead},
      lateral (select from ${event} where ${event.leadId} = ${lead.id} and ${event.event} = 'lead_created'
        and ${event.createdAt} between ${lead.createdAt} - ${CLOCK_TOLERANCE} and ${lead.createdAt} + ${CLOCK_TOLERANCE}
        and ${wantedEvents(inquiry, days)} limit 1) created,
      lateral (select from ${event} where ${event.leadId} = ${lead.id} and ${event.event} = 'file_view' limit 1) opened
      where ${lead.userId} = ${agentId} ${ofListing}
        and ${lead.createdAt} between ${days.from}::date - 2 and ${days.to}::date + 3`
  }
}
