import { writtenDate } from '#ui/formats.ts'
import type { Span } from '../analytics.ts'

// Days of a calendar have no time zone: read and written in the same one, they stay what they are.
const format = (parts: Intl.DateTimeFormatOptions) => (day: string) =>
  writtenDate(new Date(`${day}T00:00:00Z`), { ...parts, timeZone: 'UTC' })

/** "9 Nov" */
export const shortDay = format({ day: 'numeric', month: 'short' })
/** "Nov 2026" */
export const shortMonth = format({ month: 'short', year: 'numeric' })
/** "Mon, 9 November" */
const namedDay = format({ weekday: 'short', day: 'numeric', month: 'long' })
/** "9 Nov 2026" */
const datedDay = format({ day: 'numeric', month: 'short', year: 'numeric' })

/** "Mon, 9 November", or "3 Nov – 9 Nov 2026". */
export const spanWords = ({ from, to }: Span) => (from === to ? namedDay(from) : `${shortDay(from)} – ${datedDay(to)}`)
