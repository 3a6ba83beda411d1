import { counted } from '#ui/amounts.ts'
import { spanWords } from './dayWords.ts'
import type { Beside } from './measures.ts'
import type { Point } from './points.ts'

/** What one sees at a glance, for those who listen. The days are told one by one with the arrow keys. */
export function chartSummary(label: string, points: readonly Point[], beside?: Beside) {
  const total = (of: 'views' | Beside) => points.reduce((sum, point) => sum + point[of], 0)
  const best = points.reduce<Point | undefined>(
    (most, point) => (most && most.views >= point.views ? most : point),
    undefined,
  )
  const amounts = [counted(total('views'), 'view'), ...(beside ? [counted(total(beside), beside.slice(0, -1))] : [])]
  const peak = best && best.views > 0 ? ` Most views: ${spanWords(best)}, ${counted(best.views, 'view')}.` : ''
  return `${label}. ${amounts.join(' and ')} in all.${peak} Left and right arrow keys move between the days.`
}
