import { counted } from '#ui/amounts.ts'
import { spanWords } from './dayWords.ts'
import type { Counts, Point } from './points.ts'

/** What may be drawn beside the views. */
export type Beside = 'visitors' | 'leads'
export type Measure = 'views' | Beside

export const measureNames = { views: 'Views', visitors: 'Visitors', leads: 'Leads' }

/** "Mon, 9 November: 45 views and 2 leads; the period before 38 views and 1 lead" */
export function pointWords(point: Point, beside?: Beside) {
  const countsOf = (counts: Counts) =>
    [counted(counts.views, 'view'), ...(beside ? [counted(counts[beside], beside.slice(0, -1))] : [])].join(' and ')
  const before = point.before ? `; the period before ${countsOf(point.before)}` : ''
  return `${spanWords(point)}: ${countsOf(point)}${before}`
}
