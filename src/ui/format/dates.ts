import { DEFAULT_LOCALE } from '#platform/http/requestHeaders.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { formatDate } from './format.ts'

/** "Saturday, 14 March 2026", as it is where the agent is. */
export const fullDate = (moment: Date, timeZone: string) => formatDate(moment, { dateStyle: 'full', timeZone })

/** "14 March 2026". */
export const longDate = (moment: Date, timeZone: string) => formatDate(moment, { dateStyle: 'long', timeZone })

/** "14 Mar 2026". */
export const mediumDate = (moment: Date, timeZone: string) => formatDate(moment, { dateStyle: 'medium', timeZone })

/** "14 Mar", or "14 Mar 2025" if that is not this year: where there is little room. */
export function shortDate(moment: Date, timeZone: string, now = new Date()) {
  const year = (date: Date) => formatDate(date, { year: 'numeric', timeZone })
  const isThisYear = year(moment) === year(now)
  return formatDate(moment, { day: 'numeric', month: 'short', year: isThisYear ? undefined : 'numeric', timeZone })
}

/** The same for a day without a time, "2026-03-14". */
export function shortDay(day: string, timeZone: string, now = new Date()) {
  const isThisYear = day.slice(0, 4) === todayIn(timeZone, now).slice(0, 4)
  const options = { day: 'numeric', month: 'short', year: isThisYear ? undefined : 'numeric', timeZone: 'UTC' } as const
  return formatDate(new Date(`${day}T00:00:00Z`), options)
}

/** "14 Mar 2026", for a day without a time. */
export const mediumDay = (day: string) => mediumDate(new Date(`${day}T00:00:00Z`), 'UTC')

/** "2:32 pm". */
export const timeOfDay = (moment: Date, timeZone: string, locale?: string) =>
  formatDate(moment, { timeStyle: 'short', timeZone }, locale)

/** "Saturday, 14 March 2026 at 2:32 pm". */
export const fullDateTime = (moment: Date, timeZone: string) =>
  formatDate(moment, { dateStyle: 'full', timeStyle: 'short', timeZone })

/** "14 March 2026 at 2:32 pm". */
export const longDateTime = (moment: Date, timeZone: string) =>
  formatDate(moment, { dateStyle: 'long', timeStyle: 'short', timeZone })

/** "15 Nov, 2:32 pm". */
export const shortDateTime = (moment: Date, timeZone: string) =>
  formatDate(moment, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })

/** "14 Nov". */
export const dayAndMonth = (moment: Date, timeZone: string) =>
  formatDate(moment, { day: 'numeric', month: 'short', timeZone })

/** "Sat 14 Nov". */
export const weekdayAndDate = (moment: Date, timeZone: string) =>
  formatDate(moment, { weekday: 'short', day: 'numeric', month: 'short', timeZone }).replace(',', '')

/** "Saturday 2:32 pm". */
export const weekdayAndTime = (moment: Date, timeZone: string) =>
  formatDate(moment, { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone })

/** Days as a URL has them: 2026-03-14. */
export const todayIn = (timeZone: string, now = new Date()) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(now)

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number) => {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** "14 March 2026", however the request that sends the email is localised: its reader may be someone else. */
export const emailDate = (moment: Date, timeZone = DEFAULT_TIME_ZONE) =>
  new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: 'long', timeZone }).format(moment)

/** "Saturday, 14 March 2026 at 2:32 pm", in an email. */
export const emailDateTime = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(moment)
