import type { Random } from './random.ts'
import { atLocalTime, DAY_MS, weekday } from './time.ts'

/** Sunday first. Open homes are at the weekend, and so are the people who look for one. */
const WEEKDAY_WEIGHTS = [2.2, 0.8, 0.7, 0.8, 1, 1.1, 1.9]
/** Midnight first: a little over breakfast and lunch, most after dinner. */
const HOUR_WEIGHTS = [2, 1, 0.3, 0.2, 0.2, 0.5, 2, 4, 5, 5, 5, 5, 7, 6, 5, 5, 5, 6, 8, 11, 13, 12, 8, 4]
const weightedHours = HOUR_WEIGHTS.map((weight, hour) => [hour, weight] as const)

/** Likely moments for somebody to look at a home: after dinner, at the weekend, soon after it was published. */
export function busyMoments(random: Random, from: Date, until: Date) {
  const days = daysBetween(from, until)
  const draw = (): Date => {
    const day = random.weighted(days)
    const moment = atLocalTime(day, random.weighted(weightedHours), random.between(0, 59), random.between(0, 59))
    return moment > from && moment < until ? moment : draw()
  }
  return draw
}

function daysBetween(from: Date, until: Date) {
  const days: [Date, number][] = []
  for (let age = 0; from.getTime() + age * DAY_MS <= until.getTime(); age += 1) {
    const day = new Date(from.getTime() + age * DAY_MS)
    const novelty = 1 + 3 * Math.exp(-age / 5)
    days.push([day, novelty * (WEEKDAY_WEIGHTS[weekday(day)] ?? 1)])
  }
  return days
}
