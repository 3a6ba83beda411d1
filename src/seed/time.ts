export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** New Zealand's standard time. The demo's rhythm may be an hour off in summer; nobody will notice. */
const OFFSET = 12 * HOUR

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY)

/** 0 is Sunday, in New Zealand. */
export const weekday = (moment: Date) => new Date(moment.getTime() + OFFSET).getUTCDay()

/** The given time of day in New Zealand, on the day that holds `moment` there. */
export function atLocalTime(moment: Date, hour: number, minute: number, second: number) {
  const midnight = Math.floor((moment.getTime() + OFFSET) / DAY) * DAY - OFFSET
  return new Date(midnight + hour * HOUR + minute * MINUTE + second * 1000)
}

export const later = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE)

export const localDay = (moment: Date) => Math.floor((moment.getTime() + OFFSET) / DAY)
