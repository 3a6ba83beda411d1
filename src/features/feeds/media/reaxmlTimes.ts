/** Times of REAXML are those of the property, without a zone: "2026-12-05-13:00:00". Some programs write them as ISO 8601 does. */

const TIME = /^(\d{4})-?(\d{2})-?(\d{2})(?:[-T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** "2026-12-05T13:00:00", or an instant if the text has an offset. Undefined if it is no date. */
export function parseReaxmlTime(text: string) {
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] = TIME.exec(text.trim()) ?? []
  if (!year || !month || !day) return undefined
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const instant = new Date(`${local}${offset ? offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') : 'Z'}`)
  // 30 February is the second of March, and no date.
  if (Number.isNaN(instant.getTime())) return undefined
  if (offset) return instant.toISOString()
  return instant.toISOString().startsWith(local) ? local : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const INSPECTION =
  /^(?:[a-z]{3,9},? )?(\d{1,2})[- ]([a-z]{3})[a-z]{0,6}[- ](\d{4}),? (\d{1,2})(?:[:.](\d{2}))? ?([ap]m)?(?: ?(?:to|-|–) ?(\d{1,2})(?:[:.](\d{2}))? ?([ap]m)?)?$/i
const DEFAULT_MINUTES = 30

/** "21-Jan-2027 11:00am to 1:00pm". Without an end it lasts half an hour. */
export function parseInspection(text: string) {
  const [, day, monthName, year, hour, minute, half, endHour, endMinute, endHalf] = INSPECTION.exec(text) ?? []
  const month = MONTHS.indexOf(monthName?.toLowerCase() ?? '') + 1
  if (!day || !year || !hour || month === 0) return undefined
  const date = `${year}-${pad(month)}-${pad(Number(day))}`
  const start = clockMinutes(hour, minute, half ?? endHalf)
  const end = endHour ? clockMinutes(endHour, endMinute, endHalf) : start + DEFAULT_MINUTES
  const startsAt = parseReaxmlTime(`${date}T${clockTime(start)}`)
  const endsAt = parseReaxmlTime(`${date}T${clockTime(end)}`)
  return startsAt && endsAt && end > start ? { startsAt, endsAt } : undefined
}

function clockMinutes(hour: string, minute = '0', half?: string) {
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return hours * 60 + Number(minute)
}

const clockTime = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00`
const pad = (number: number) => String(number).padStart(2, '0')
