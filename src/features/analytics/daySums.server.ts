import { sql } from 'drizzle-orm'
import { eventDay } from '#db/schema/eventDay.ts'
import { type KeptFacet, sumsIn } from '#platform/events/sumsIn.server.ts'
import { asStored, placeParts } from './filters.ts'
import type { Inquiry } from './inquiry.server.ts'
import type { Span } from './ranges.ts'
import type { Source } from './source.server.ts'

/** What was summed up when it was written. */
export function daySums(inquiry: Inquiry, facet: KeptFacet, span: Span): Source {
  const { agentId, wish } = inquiry
  const wanted = wantedWords(inquiry, facet).flatMap((word, nth) =>
    word === undefined ? [] : [sql`${eventDay.value}[${sql.raw(String(nth + 1))}] = ${asStored(word)}`],
  )
  return {
    from: sumsIn({ agentId, facet, ...span, listingIds: wish.listingId ? [wish.listingId] : undefined }),
    where: sql.join([sql`true`, ...wanted], sql` and `),
    day: sql`${eventDay.day}`,
    event: sql`${eventDay.event}`,
    value: sql`${eventDay.value}`,
    groups: sql`${eventDay.value}`,
    events: sql`sum(${eventDay.events})`,
    uniques: sql`sum(${eventDay.uniques})`,
    seconds: sql`sum(${eventDay.seconds})`,
    timed: sql`sum(${eventDay.timed})`,
  }
}

function wantedWords({ wish }: Inquiry, facet: KeptFacet): (string | undefined)[] {
  if (facet.includes('device')) return [wish.device, wish.os, wish.browser]
  if (facet.includes('place')) return placeParts(wish.place)
  return facet.includes('referrer') ? [wish.referrer] : []
}
