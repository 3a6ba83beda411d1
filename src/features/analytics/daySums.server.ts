import { type SQL, sql } from 'drizzle-orm'
import { eventDay } from '#db/schema/eventDay.ts'
import { type KeptFacet, sumsIn } from '#platform/events/sumsIn.server.ts'
import { asStored, placeParts } from './filters.ts'
import type { Inquiry } from './inquiry.server.ts'
import { type Span, wholeMonths } from './ranges.ts'
import type { Source } from './source.server.ts'

/** What was summed up when it was written. */
export function daySums(inquiry: Inquiry, facet: KeptFacet, span: Span): Source {
  const wanted = wantedWords(inquiry, facet).flatMap((word, nth) =>
    word === undefined ? [] : [sql`${eventDay.value}[${sql.raw(String(nth + 1))}] = ${asStored(word)}`],
  )
  return {
    from: sumsOf(inquiry, facet, span),
    where: sql.join([sql`true`, ...wanted], sql` and `),
    day: sql`${eventDay.day}`,
    event: sql`${eventDay.event}`,
    value: sql`${eventDay.value}`,
    events: sql`sum(${eventDay.events})`,
    uniques: sql`sum(${eventDay.uniques})`,
    seconds: sql`sum(${eventDay.seconds})`,
    timed: sql`sum(${eventDay.timed})`,
  }
}

function sumsOf({ agentId, wish: { listingId } }: Inquiry, facet: KeptFacet, span: Span): SQL {
  if (listingId) return sumsIn({ agentId, facet, ...span, listingIds: [listingId] })
  return facet === 'listing file' ? byMonth(agentId, facet, span) : sumsIn({ agentId, facet, ...span })
}

/** Listings and files are too many to read day by day: whole months are read as such, and the days around them. */
export function byMonth(agentId: string, facet: 'listing' | 'listing file', span: Span): SQL {
  const { months, rest } = wholeMonths(span)
  const days = rest.map((part) => ({ agentId, facet, ...part }))
  return sumsIn(...days, ...(months ? [{ agentId, facet: `${facet} month` as const, ...months }] : []))
}

function wantedWords({ wish }: Inquiry, facet: KeptFacet): (string | undefined)[] {
  if (facet === 'device' || facet === 'listing device') return [wish.device, wish.os, wish.browser]
  if (facet === 'place') return placeParts(wish.place)
  return facet === 'referrer' ? [wish.referrer] : []
}
