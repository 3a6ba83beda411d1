import { subtractDays, todayIn } from '#ui/format/dates.ts'

const MORNING = '09:00'
const DAYS_PER_WEEK = 7

/** The usual times for a next action, on the agent's clock. */
export function nextActionTimes(timeZone: string, now = new Date()) {
  const today = todayIn(timeZone, now)
  const morningAfter = (days: number) => `${subtractDays(today, -days)}T${MORNING}`
  // Sunday is 0.
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const daysToMonday = DAYS_PER_WEEK - ((weekday + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK)
  return [
    { label: 'Tomorrow 9:00', wallTime: morningAfter(1) },
    { label: 'In 3 days', wallTime: morningAfter(3) },
    { label: 'Next week', wallTime: morningAfter(daysToMonday) },
  ]
}
