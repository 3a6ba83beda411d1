import { type DaySpan, listDays } from '#features/analytics/dateRanges.ts'
import { changeText } from '#features/analytics/portal/charts/chartText.ts'
import { minutesText } from '#features/analytics/readingText.ts'
import { propertyTypeNames, saleDateNames, saleMethodNames } from '#features/listings/facts/factTexts.ts'
import { timeOfDay } from '#ui/format/dates.ts'
import { formatAmount, formatCount, formatDate, joinWithAnd } from '#ui/format/format.ts'
import { DAY_MS } from '#values/time.ts'
import type {
  CountedDays,
  DayBar,
  VendorChannel,
  VendorComparison,
  VendorDate,
  VendorDocument,
  VendorFigure,
  VendorListingState,
  VendorReport,
} from './vendors.schema.ts'

export const FEWER_THAN_FIVE = 'Fewer than 5'

export const PRIVACY_NOTE =
  'To protect buyers, this report doesn’t name anyone. It only counts whole days and groups of five or more people, so a smaller number appears once it reaches five. Figures are updated every morning.'

export const vendorChannelLabels: Record<VendorChannel, string> = {
  portal: 'Property portals',
  poster: 'QR poster',
  window: 'Window card',
  signature: 'Agent’s emails',
  social: 'Social media',
  own: 'Agent’s other links',
  direct: 'Direct and search',
  other: 'Other',
}

// Local days have no time zone: read and written in UTC, they stay the same.
const day = (text: string, parts: Intl.DateTimeFormatOptions) =>
  formatDate(new Date(`${text}T00:00:00Z`), { ...parts, timeZone: 'UTC' })

/** "17 Nov" */
export const dayText = (text: string) => day(text, { day: 'numeric', month: 'short' })
/** "Tue 17 Nov" */
export const namedDayText = (text: string) => day(text, { weekday: 'short', day: 'numeric', month: 'short' })
/** "Tue" */
export const weekdayText = (text: string) => day(text, { weekday: 'short' })

/** "17 Nov", "11–17 Nov", "28 Oct – 3 Nov" */
export function spanText({ from, to }: DaySpan) {
  if (from === to) return dayText(to)
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  return isSameMonth ? `${Number(from.slice(8))}–${dayText(to)}` : `${dayText(from)} – ${dayText(to)}`
}

export const countText = (counted: CountedDays | null) => (counted ? formatAmount(counted.count) : FEWER_THAN_FIVE)

type Counted = Record<'views' | 'visitors' | 'enquiries', VendorFigure>

/** Instead of three numbers that are too small to be shown. Empty where there is one for the week. */
export function quietWeekText({ views, visitors, enquiries }: Counted) {
  if (views.week || visitors.week || enquiries.week) return ''
  const totals = [
    views.total && formatCount(views.total.count, 'view'),
    visitors.total && formatCount(visitors.total.count, 'visitor'),
    enquiries.total && `${formatAmount(enquiries.total.count)} enquiries`,
  ].filter((text): text is string => text !== null)
  const [since] = [views, visitors, enquiries].flatMap(({ total }) => total?.from ?? [])
  return since === undefined
    ? 'Fewer than five people have looked at your listing so far. The numbers appear once there are five.'
    : `A quiet week: fewer than five people looked at your listing. Since ${dayText(since)} there have been ${joinWithAnd(totals)}.`
}

const spanDays = ({ from, to }: DaySpan) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Compared with the week before, where both are of as many days. */
export function weekChange({ week, weekBefore }: VendorFigure) {
  if (!week || !weekBefore || spanDays(week) !== spanDays(weekBefore)) return null
  const { direction, short } = changeText({ now: week.count, before: weekBefore.count })
  const before = `from ${formatAmount(weekBefore.count)} the week before`
  return direction === 'same'
    ? { direction, short: 'No change', long: 'The same as the week before' }
    : { direction, short, long: `${direction === 'up' ? 'Up' : 'Down'} ${short} ${before}` }
}

/** The days of a number where they are not simply the last seven: "9–17 Nov". */
export const differingDaysText = (week: CountedDays | null, span: DaySpan) =>
  week && (week.from !== span.from || week.to !== span.to) ? spanText(week) : ''

export interface ChartSegment extends DaySpan {
  days: number
  /** Null: fewer than five visitors so far. */
  views: number | null
  /** Of the bar. A group of several days is as wide as these, so its area is its views. */
  perDay: number
  /** The days of the views, which can begin before the chart does. */
  counted: DaySpan
}

/** The bars of these days, in order. A group that began before is cut off at the edge. */
export function chartSegments(bars: readonly DayBar[], span: DaySpan): ChartSegment[] {
  const segments: ChartSegment[] = []
  for (const one of listDays(span)) {
    const last = segments.at(-1)
    if (last && one <= last.to) continue
    const bar = bars.find(({ from, to }) => from <= one && one <= to)
    const to = bar && bar.to < span.to ? bar.to : bar ? span.to : one
    const width = (Date.parse(to) - Date.parse(one)) / DAY_MS + 1
    if (!bar && last?.views === null)
      Object.assign(last, { to, days: last.days + width, counted: { from: last.from, to } })
    else
      segments.push({
        from: one,
        to,
        days: width,
        views: bar?.views ?? null,
        perDay: bar ? bar.views / spanDays(bar) : 0,
        counted: bar ? { from: bar.from, to: bar.to } : { from: one, to },
      })
  }
  return segments
}

/** With none, the chart of the week would be empty. */
export const hasBarsThisWeek = ({ bars, span }: { bars: readonly DayBar[]; span: DaySpan }) =>
  bars.some(({ to }) => to >= span.from)

/** Above a bar: its views, or of several days how many a day, which is its height. */
export const segmentLabel = ({ views, perDay }: ChartSegment) =>
  views === null ? '<5' : perDay === views ? formatAmount(views) : `${formatAmount(Math.round(perDay))} a day`

/** What the chart shows, for screen readers. */
export function chartSummary(segments: readonly ChartSegment[]) {
  const parts = segments.map(
    (segment) =>
      `${spanText(segment.counted)}: ${segment.views === null ? 'fewer than 5 visitors' : formatCount(segment.views, 'view')}`,
  )
  return `Views by day. ${parts.join('; ')}.`
}

/** "Read by 10 or more people, about 3 h 20 min in all" */
export const readersText = ({ readers }: VendorDocument) => `${formatAmount(readers)} or more readers`

/** Of shorter documents, the words say it all. */
const MIN_CURVE_PAGES = 4
export const hasPageCurve = ({ pages }: Pick<VendorDocument, 'pages'>) => pages.length >= MIN_CURVE_PAGES

/** "Half of them read to page 14 of 62." */
export function readersStopText({ mostReadTo, pages }: VendorDocument) {
  if (pages.length < 2) return ''
  if (mostReadTo >= pages.length) return `At least half of them get to the last of the ${pages.length} pages.`
  return mostReadTo > 0 ? `Half of them stop by page ${mostReadTo} of ${pages.length}.` : ''
}

export function comparisonTitle({ alike, listings }: VendorComparison) {
  const what =
    alike.by === 'type'
      ? `listings of the same type (${propertyTypeNames[alike.propertyType].toLowerCase()})`
      : 'listings at a similar price'
  return `Compared with the agency’s ${formatAmount(listings)} other ${what}`
}

/** "Auction", "Open home" */
export const saleOrVisitLabel = (date: VendorDate) =>
  date.kind === 'open_home' ? 'Open home' : (saleDateNames[date.method] ?? saleMethodNames[date.method])

/** "Sat 21 Nov, 2:00 pm – 2:30 pm" */
export function saleOrVisitText(date: VendorDate, timeZone: string) {
  const when = `${openHomeDay(date.at, timeZone)}, ${timeOfDay(date.at, timeZone)}`
  return date.kind === 'open_home' ? `${when} – ${timeOfDay(date.endsAt, timeZone)}` : when
}

export const openHomeDay = (moment: Date, timeZone: string) =>
  formatDate(moment, { weekday: 'short', day: 'numeric', month: 'short', timeZone })

/** What the state of the listing means for the report. */
export const stateTexts: Record<VendorListingState, { label: string; text: string }> = {
  draft: { label: 'Not published yet', text: 'Figures appear here once your listing is published.' },
  available: { label: 'For sale', text: '' },
  under_offer: { label: 'Under offer', text: 'Buyers can still view the listing and its documents.' },
  sold: { label: 'Sold', text: 'Congratulations. This is the final report of your campaign.' },
  withdrawn: {
    label: 'Withdrawn',
    text: 'Your listing was withdrawn from sale. This is the final report of its campaign.',
  },
  archived: {
    label: 'No longer public',
    text: 'Your listing is no longer public. This is the final report of its campaign.',
  },
}

/** Of the seven days that were counted last. */
export const weekTitle = (state: VendorListingState) =>
  state === 'available' || state === 'under_offer' ? 'This week' : 'The last week'

/** "Published 1 Nov. Counted to the end of Tue 17 Nov." */
export function countedText({
  publishedOn,
  countedTo,
  listing,
}: Pick<VendorReport, 'publishedOn' | 'countedTo' | 'listing'>) {
  if (!publishedOn) return stateTexts[listing.state].text
  if (!countedTo) return 'Published today. The first figures appear here tomorrow morning.'
  return `Published ${dayText(publishedOn)}. Counted to the end of ${namedDayText(countedTo)}.`
}

/** The days of the chart's previous week, moved to this one. */
export const dailyViewsBefore = (bars: readonly DayBar[], spanBefore: DaySpan) =>
  listDays(spanBefore).map((one) => {
    const bar = bars.find(({ from, to }) => from <= one && one <= to)
    return bar ? bar.views / spanDays(bar) : null
  })

/** "about 3 h 20 min in all" */
export const readingTimeText = ({ seconds }: VendorDocument) =>
  seconds > 0 ? `about ${minutesText(seconds)} in total` : 'a few minutes in total'
