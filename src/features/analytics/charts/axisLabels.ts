import { shortDay, shortMonth } from './dayWords.ts'
import type { Point } from './points.ts'

export interface AxisLabel {
  /** Of the point it stands under. */
  index: number
  words: string
  /** Left out where there is little room. */
  isMinor: boolean
}

const MOST = 7
const MONTH = 27 * 24 * 3600 * 1000

/** A few days to hold on to, evenly spread, counted from the last. Every other one is minor. */
export function axisLabels(points: readonly Point[]): AxisLabel[] {
  const step = Math.ceil(points.length / MOST)
  const write = lengthOf(points[1]) > MONTH ? shortMonth : shortDay
  return points.flatMap(({ from, to }, index) => {
    const back = points.length - 1 - index
    if (back % step !== 0) return []
    return [{ index, words: write(write === shortDay ? to : from), isMinor: (back / step) % 2 === 1 }]
  })
}

const lengthOf = (point?: Point) => (point ? Date.parse(point.to) - Date.parse(point.from) : 0)
