import { pageLocale } from '#platform/http/pageContext.ts'
import { DEFAULT_LOCALE } from '#platform/http/requestHeaders.ts'

/** More than one page uses. A server formats for many locales. */
const MAX_CACHED_FORMATS = 300
const formatCache = new Map<string, unknown>()

/** The only place that creates formats, because creating one takes longer than using it a hundred times. */
function cachedFormat<Format>(
  kind: string,
  options: object,
  make: (locale: string) => Format,
  locale = pageLocale() ?? DEFAULT_LOCALE,
) {
  const key = locale + kind + JSON.stringify(options)
  if (!formatCache.has(key)) {
    if (formatCache.size >= MAX_CACHED_FORMATS) formatCache.clear()
    formatCache.set(key, make(locale))
  }
  return formatCache.get(key) as Format
}

/** "14 March 2026": a moment, as it is where the agent is. As the reader's region writes it, unless there is a locale. */
export const formatDate = (moment: Date | number, options: Intl.DateTimeFormatOptions, locale?: string) =>
  cachedFormat('date', options, (chosen) => new Intl.DateTimeFormat(chosen, options), locale).format(moment)

/** "1,240", "1.2K". As the reader's region writes it, unless there is a locale. */
export const formatNumber = (amount: number, options: Intl.NumberFormatOptions = {}, locale?: string) =>
  getNumberFormat(options, locale).format(amount)

export const getNumberFormat = (options: Intl.NumberFormatOptions, locale?: string) =>
  cachedFormat('number', options, (chosen) => new Intl.NumberFormat(chosen, options), locale)

/** "3 hours ago", "yesterday". */
export const formatRelativeUnits = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
  cachedFormat('distance', {}, (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(
    amount,
    unit,
  )

export const formatAmount = (amount: number) => formatNumber(amount)

/** "lead" for one, "leads" for any other number. */
export const nounForCount = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`)

/** "1,240 views", "1 lead". */
export const formatCount = (count: number, noun: string) => `${formatAmount(count)} ${nounForCount(count, noun)}`

const byteUnits = ['B', 'kB', 'MB', 'GB'] as const

/** "18 MB", "0.3 MB": one decimal while the number is small. */
export function formatBytes(bytes: number) {
  const step = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const amount = bytes / 1000 ** step
  return `${formatNumber(amount, { maximumFractionDigits: step > 0 && amount < 10 ? 1 : 0 })} ${byteUnits[step]}`
}

export const formatBadgeCount = (amount: number) => (amount > 99 ? '99+' : String(amount))

export const unreadLabel = (amount: number) => `${formatBadgeCount(amount)} unread`

/** "a photo, a phone number and a licence line". */
export const joinWithAnd = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

interface Named {
  firstName: string | null
  lastName: string | null
}

/** "Mia Fernbrook". Either part may be missing. */
export const fullName = ({ firstName, lastName }: Named) => `${firstName ?? ''} ${lastName ?? ''}`.trim()

/** The email address while there is no name. */
export const nameOrEmail = (one: Named & { email: string }) => fullName(one) || one.email

/** For buyers, within a sentence. */
export const agentName = (agent: Named) => fullName(agent) || 'the agent'
