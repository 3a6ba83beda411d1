import { DEFAULT_TIME_ZONE } from '#defaultTimeZone.ts'
import { DEFAULT_LOCALE } from '#platform/http/requestHeaders.ts'

/** "14 March 2026", however the request that sends the email is localised: its reader may be someone else. */
export const emailDate = (moment: Date, timeZone = DEFAULT_TIME_ZONE) =>
  new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: 'long', timeZone }).format(moment)

/** "Saturday, 14 March 2026 at 2:32 pm", in an email. */
export const emailDateTime = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(DEFAULT_LOCALE, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(moment)
