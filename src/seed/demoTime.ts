import { addDays, todayIn } from '#ui/format/dates.ts'
import { fromWallTime } from '#ui/format/wallTime.ts'
import { DAY_MS, DEFAULT_TIME_ZONE, HOUR_MS, MINUTE_MS } from '#values/time.ts'
import type { Random } from './seededRandom.ts'

/** Standard time all year: an hour more or less does not matter for visits. */
const NZ_OFFSET_MS = 12 * HOUR_MS

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/**
 * Around noon in New Zealand, so many days after the day that holds `moment` there. It is the right day whatever the hour of `moment`, and
 * when the clocks change in between.
 */
export const noonAfter = (moment: Date, days: number) =>
  new Date(`${addDays(todayIn(DEFAULT_TIME_ZONE, moment), days)}T00:00:00Z`)

/** 0 is Sunday, in New Zealand. */
const weekday = (moment: Date) => noonAfter(moment, 0).getUTCDay()

/** The given time of day in New Zealand, on the day that holds `moment` there. */
function atLocalTime(moment: Date, hour: number, minute: number, second: number) {
  const midnight = Math.floor((moment.getTime() + NZ_OFFSET_MS) / DAY_MS) * DAY_MS - NZ_OFFSET_MS
  return new Date(midnight + hour * HOUR_MS + minute * MINUTE_MS + second * 1000)
}

export const addMinutes = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE_MS)

/** The given hour on the wall in New Zealand, on the day that holds `moment` there. */
export function atHour(moment: Date, hour: number) {
  const wallTime = `${todayIn(DEFAULT_TIME_ZONE, moment)}T${String(hour).padStart(2, '0')}:00`
  const found = fromWallTime(wallTime, DEFAULT_TIME_ZONE)
  if (!found) throw new Error(`${wallTime} is not a time.`)
  return found
}

/** Last Sunday, which may be today, and the next two. */
export function sundaysAround(now: Date) {
  const daysToSunday = 7 - weekday(now)
  return [daysToSunday - 7, daysToSunday, daysToSunday + 7].map((days) => noonAfter(now, days))
}

/** The last one before today. */
export const lastSaturday = (now: Date) => noonAfter(now, -((weekday(now) + 1) % 7 || 7))

export const localDay = (moment: Date) => Math.floor((moment.getTime() + NZ_OFFSET_MS) / DAY_MS)

/** Sunday first. Most visits are at the weekend. */
const WEEKDAY_WEIGHTS = [2.2, 0.8, 0.7, 0.8, 1, 1.1, 1.9]
/** Midnight first. Most visits are after dinner. */
const HOUR_WEIGHTS = [2, 1, 0.3, 0.2, 0.2, 0.5, 2, 4, 5, 5, 5, 5, 7, 6, 5, 5, 5, 6, 8, 11, 13, 12, 8, 4]
const weightedHours = HOUR_WEIGHTS.map((weight, hour) => [hour, weight] as const)

/** Random times when buyers are likely to visit: in the evening, at the weekend, soon after publication. */
export function randomVisitTimes(random: Random, from: Date, until: Date) {
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
