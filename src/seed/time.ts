export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** New Zealand's standard time. The demo's rhythm may be an hour off in summer; nobody will notice. */
const NZ_OFFSET_MS = 12 * HOUR_MS

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** 0 is Sunday, in New Zealand. */
export const weekday = (moment: Date) => new Date(moment.getTime() + NZ_OFFSET_MS).getUTCDay()

/** The given time of day in New Zealand, on the day that holds `moment` there. */
export function atLocalTime(moment: Date, hour: number, minute: number, second: number) {
  const midnight = Math.floor((moment.getTime() + NZ_OFFSET_MS) / DAY_MS) * DAY_MS - NZ_OFFSET_MS
  return new Date(midnight + hour * HOUR_MS + minute * MINUTE_MS + second * 1000)
}

export const addMinutes = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE_MS)

export const localDay = (moment: Date) => Math.floor((moment.getTime() + NZ_OFFSET_MS) / DAY_MS)
