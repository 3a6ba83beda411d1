import { DEFAULT_LOCALE } from '#platform/locales.ts'
import { viewerLocale } from '#platform/viewerLocale.ts'

/** More than one page uses; a server sees many viewers. */
const MAX_CACHED_FORMATS = 300
const formatCache = new Map<string, unknown>()

/** The one place where formats are made. Making one takes longer than using it a hundred times. */
function cachedFormat<Format>(kind: string, options: object, make: (locale: string) => Format) {
  const locale = viewerLocale() ?? DEFAULT_LOCALE
  const key = locale + kind + JSON.stringify(options)
  if (!formatCache.has(key)) {
    if (formatCache.size >= MAX_CACHED_FORMATS) formatCache.clear()
    formatCache.set(key, make(locale))
  }
  return formatCache.get(key) as Format
}

/** "14 March 2026": a moment, as it is where the agent is. */
export const formatDate = (moment: Date | number, options: Intl.DateTimeFormatOptions) =>
  cachedFormat('date', options, (locale) => new Intl.DateTimeFormat(locale, options)).format(moment)

/** "1,240", "12 %", "$49". */
export const formatNumber = (amount: number, options: Intl.NumberFormatOptions = {}) =>
  getNumberFormat(options).format(amount)

export const getNumberFormat = (options: Intl.NumberFormatOptions) =>
  cachedFormat('number', options, (locale) => new Intl.NumberFormat(locale, options))

/** "3 hours ago", "yesterday". */
export const formatRelativeUnits = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
  cachedFormat('distance', {}, (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(amount, unit)
