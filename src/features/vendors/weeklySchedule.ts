import { addDays, todayIn } from '#ui/format/dates.ts'
import { fromWallTime } from '#ui/format/wallTime.ts'
import { DAY_MS } from '#values/time.ts'

/** When an email goes out each week, as clocks show it where the agent is. */
export interface WeeklySchedule {
  /** 1 is Monday. */
  weekday: number
  minuteOfDay: number
}

/** One week's email: the moment, and the local day it is named after. */
export interface WeeklyTime {
  at: Date
  day: string
}

/** How many days after `from`. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** "16:30". */
export const clockTime = (minuteOfDay: number) =>
  [Math.floor(minuteOfDay / 60), minuteOfDay % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Nothing for what is no time. */
export function minuteFromClockTime(text: string) {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** This week's time, where the moment is in a week from Monday to Sunday, or that of another week. */
function timeInWeek(
  moment: Date,
  { weekday, minuteOfDay }: WeeklySchedule,
  timeZone: string,
  weeks: number,
): WeeklyTime {
  const today = todayIn(timeZone, moment)
  const day = addDays(today, weekday - weekdayOf(today) + 7 * weeks)
  const at = fromWallTime(`${day}T${clockTime(minuteOfDay)}`, timeZone)
  if (!at) throw new Error('A week has no such time.')
  return { at, day }
}

/**
 * The first time after a moment. Where summer time leaves an hour out, what was due in it is due an hour later; in the hour that comes twice it is
 * due the second time.
 */
export function nextWeeklyTime(after: Date, schedule: WeeklySchedule, timeZone: string) {
  const thisWeek = timeInWeek(after, schedule, timeZone, 0)
  return thisWeek.at > after ? thisWeek : timeInWeek(after, schedule, timeZone, 1)
}

/** The latest time that is not after a moment. */
export function latestWeeklyTime(until: Date, schedule: WeeklySchedule, timeZone: string) {
  const thisWeek = timeInWeek(until, schedule, timeZone, 0)
  return thisWeek.at <= until ? thisWeek : timeInWeek(until, schedule, timeZone, -1)
}

/** Closer together, two emails would be about the same days. */
const MIN_DAYS_APART = 4

/** The first time after a moment that is not in the same week as the email before. */
export function nextEmailTime(after: Date, schedule: WeeklySchedule, timeZone: string, lastDueOn: string | null) {
  const next = nextWeeklyTime(after, schedule, timeZone)
  const isTooSoon = lastDueOn !== null && daysBetween(lastDueOn, next.day) < MIN_DAYS_APART
  return isTooSoon ? nextWeeklyTime(next.at, schedule, timeZone) : next
}

/** After a longer outage the next email is nearer than the one that was missed. */
export const MAX_DAYS_LATE = 3

interface DueReport extends WeeklySchedule {
  nextEmailAt: Date
  lastDueOn: string | null
  skippedOn: string | null
}

interface DuePlan {
  next: WeeklyTime
  /** The local day of the email that is due now. Nothing if there is none. */
  dueOn?: string
  isSkipped: boolean
}

/**
 * What to do at the planned moment, or at any time after it. Several weeks that were missed are one email. The agent may be in another time zone
 * than when the moment was planned: what is only due later there waits.
 */
export function planDueEmail(
  { nextEmailAt, lastDueOn, skippedOn, ...schedule }: DueReport,
  timeZone: string,
  now: Date,
) {
  const planned = nextWeeklyTime(new Date(nextEmailAt.getTime() - 1), schedule, timeZone)
  const isLaterThere = planned.at > now && planned.at.getTime() - nextEmailAt.getTime() < DAY_MS
  if (isLaterThere) return { next: planned, isSkipped: false } satisfies DuePlan
  const latest = latestWeeklyTime(now, schedule, timeZone)
  const due = latest.at >= nextEmailAt ? latest.day : todayIn(timeZone, nextEmailAt)
  const next = nextEmailTime(now, schedule, timeZone, due)
  const isOver = daysBetween(due, todayIn(timeZone, now)) > MAX_DAYS_LATE
  const isRepeated = lastDueOn !== null && daysBetween(lastDueOn, due) < MIN_DAYS_APART
  // In another time zone the same moment may be the day before or after.
  const isSkipped = skippedOn !== null && Math.abs(daysBetween(skippedOn, due)) <= 1
  return { next, isSkipped, ...(!isOver && !isRepeated && { dueOn: due }) } satisfies DuePlan
}
