import type { DayCount, Span } from '../analytics.ts'

export type Counts = Omit<DayCount, 'day'>

/** A place on the chart: one day, or several where they would be too narrow to point at. */
export interface Point extends Span, Counts {
  before?: Span & Counts
}

const MOST_DAYS = 120
const MOST_WEEKS = 400

/** Days, weeks or months, by how many days there are. The days before are cut at the same places, so that like stands beside like. */
export function asPoints(days: readonly DayCount[], daysBefore: readonly DayCount[] = []): Point[] {
  const cuts = days.length <= MOST_DAYS ? days.keys() : days.length <= MOST_WEEKS ? weeks(days.length) : months(days)
  const begins = [...cuts]
  return begins.map((begin, index) => {
    const end = begins[index + 1] ?? days.length
    const before = daysBefore.slice(begin, end)
    return { ...sumOf(days.slice(begin, end)), ...(before.length > 0 && { before: sumOf(before) }) }
  })
}

/** The last week ends with the last day. Up to three days that are left over at the beginning belong to the first week. */
function weeks(length: number) {
  const left = length % 7
  const whole = Array.from({ length: Math.floor(length / 7) }, (_, week) => left + week * 7)
  return [0, ...(left > 3 ? whole : whole.slice(1))]
}

const months = (days: readonly DayCount[]) =>
  [...days.keys()].filter((index) => index === 0 || days[index]?.day.endsWith('-01'))

function sumOf(days: readonly DayCount[]): Span & Counts {
  const total = (of: keyof Counts) => days.reduce((sum, count) => sum + count[of], 0)
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    views: total('views'),
    visitors: total('visitors'),
    leads: total('leads'),
    filesOpened: total('filesOpened'),
  }
}
