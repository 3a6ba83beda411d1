import type { SQL } from 'drizzle-orm'
import type { KeptFacet } from '#platform/events/sumsIn.server.ts'
import type { AnalyticsQuestion } from './analytics.ts'
import { daySums } from './daySums.server.ts'
import type { Inquiry } from './inquiry.server.ts'
import { type Period, type Span, wholePeriods } from './ranges.ts'
import { rawEvents } from './rawEvents.server.ts'

/** What events are counted by, beside days. */
export type Facet = 'total' | 'device' | 'place' | 'referrer' | 'file'

/** Where numbers come from, in the words of SQL. */
export interface Source {
  from: SQL
  where: SQL
  day: SQL
  event: SQL
  /** The words of a facet as an array: a device has three, a referrer one. */
  value: SQL
  /** What makes one value different from another, cheaper to compare. */
  groups: SQL
  events: SQL
  /** Those who were not there before. */
  uniques: SQL
  seconds: SQL
  /** How many events know their seconds. */
  timed: SQL
}

type Filter = Exclude<keyof AnalyticsQuestion, 'range' | 'from' | 'to' | 'listingId'>
const filters: Filter[] = ['leadId', 'fileId', 'device', 'os', 'browser', 'place', 'referrer']

/** Sums that are kept, with the filters that they know the answer to. */
type Kept = [facet: KeptFacet, knows: Filter[]]
const machine: Filter[] = ['device', 'os', 'browser']

const days: Record<'ofOne' | 'ofAll', Partial<Record<Facet, Kept[]>>> = {
  ofOne: {
    total: [
      ['listing', []],
      ['listing device', machine],
    ],
    device: [['listing device', machine]],
    file: [['listing file', []]],
  },
  ofAll: {
    total: [
      ['device', machine],
      ['place', ['place']],
      ['referrer', ['referrer']],
    ],
    device: [['device', machine]],
    file: [['listing file', []]],
    place: [['place', ['place']]],
    referrer: [['referrer', ['referrer']]],
  },
}

/** Where a day has very many rows, or none are kept, the whole weeks or months of a range are. */
const longer: typeof days = {
  ofOne: { place: [['listing place week', ['place']]], referrer: [['listing referrer week', ['referrer']]] },
  ofAll: { file: [['listing file month', []]] },
}

/** For what is counted day by day: the days' sums where they know the answer, and otherwise the events themselves. */
export function sourceOf(inquiry: Inquiry, facet: Facet, span: Span): Source {
  const kept = find(days, inquiry, facet)
  return kept ? daySums(inquiry, kept, span) : rawEvents(inquiry, facet, span)
}

/** For what is counted over a whole range: its weeks or months, and the days around them. */
export function sourcesOf(inquiry: Inquiry, facet: Facet, span: Span): Source[] {
  const kept = find(longer, inquiry, facet)
  if (!kept) return [sourceOf(inquiry, facet, span)]
  const period: Period = kept.endsWith('week') ? 'week' : 'month'
  const { whole, rest } = wholePeriods(period, span)
  const around = rest.map((some) => sourceOf(inquiry, facet, some))
  return whole ? [daySums(inquiry, kept, whole), ...around] : around
}

function find(sums: typeof days, { wish }: Inquiry, facet: Facet) {
  const wanted = filters.filter((name) => wish[name])
  const kept = sums[wish.listingId ? 'ofOne' : 'ofAll'][facet] ?? []
  return kept.find(([, knows]) => wanted.every((name) => knows.includes(name)))?.[0]
}
