import type { SQL } from 'drizzle-orm'
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
  value: SQL[]
  events: SQL
  /** Those who were not there before. */
  uniques: SQL
  seconds: SQL
  /** How many events know their seconds. */
  timed: SQL
}

export const sourceOf = (inquiry: Inquiry, facet: Facet, span: Span): Source => rawEvents(inquiry, facet, span)
