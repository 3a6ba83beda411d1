/** "21:00" */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Whether it is between two local times, which may be on different days. The same time twice means never. */
export function isQuietTime(at: Date, timeZone: string, { quietFrom, quietTo }: QuietHours) {
  const now = localClockTime(at, timeZone)
  if (quietFrom <= quietTo) return now >= quietFrom && now < quietTo
  return now >= quietFrom || now < quietTo
}

export interface QuietHours {
  quietFrom: string
  quietTo: string
}

/** "07:30" */
export const localClockTime = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
