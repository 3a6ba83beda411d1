import { HOME_LOCALE } from '#platform/locales.ts'
import { viewerLocale } from '#platform/viewerLocale.ts'

/** More than one page uses; a server sees many viewers. */
const MOST = 300
const made = new Map<string, unknown>()

/** The one place where formats are made. Making one takes longer than using it a hundred times. */
function kept<Format>(kind: string, options: object, make: (locale: string) => Format) {
  const locale = viewerLocale() ?? HOME_LOCALE
  const key = locale + kind + JSON.stringify(options)
  if (!made.has(key)) {
    if (made.size >= MOST) made.clear()
    made.set(key, make(locale))
  }
  return made.get(key) as Format
}

/** "14 March 2026": a moment, as it is where the agent is. */
export const writtenDate = (moment: Date | number, options: Intl.DateTimeFormatOptions) =>
  kept('date', options, (locale) => new Intl.DateTimeFormat(locale, options)).format(moment)

/** "1,240", "12 %", "$49". */
export const writtenNumber = (amount: number, options: Intl.NumberFormatOptions = {}) =>
  numberFormat(options).format(amount)

export const numberFormat = (options: Intl.NumberFormatOptions) =>
  kept('number', options, (locale) => new Intl.NumberFormat(locale, options))

/** "3 hours ago", "yesterday". */
export const writtenDistance = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
  kept('distance', {}, (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(amount, unit)
