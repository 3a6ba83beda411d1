import type { SQL } from 'drizzle-orm'
import type { KeptFacet } from '#platform/events/sumsIn.server.ts'
import type { AnalyticsQuestion } from './analytics.ts'
import { daySums } from './daySums.server.ts'
import type { Inquiry } from './inquiry.server.ts'
import type { Span } from './ranges.ts'
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
const ofOneListing: Record<Facet, Kept[]> = {
  total: [
    ['listing', []],
    ['listing device', machine],
  ],
  device: [['listing device', machine]],
  file: [['listing file', []]],
  // Looked up in an index that has all of it.
  place: [],
  referrer: [],
}
const ofAll: Record<Facet, Kept[]> = {
  total: [['device', machine]],
  device: [['device', machine]],
  file: [['listing file', []]],
  place: [['place', ['place']]],
  referrer: [['referrer', ['referrer']]],
}

/** The days' sums where they know the answer, and otherwise the events themselves. */
export function sourceOf(inquiry: Inquiry, facet: Facet, span: Span): Source {
  const { wish } = inquiry
  const wanted = filters.filter((name) => wish[name])
  const kept = (wish.listingId ? ofOneListing : ofAll)[facet]
  const found = kept.find(([, knows]) => wanted.every((name) => knows.includes(name)))
  return found ? daySums(inquiry, found[0], span) : rawEvents(inquiry, facet, span)
}
