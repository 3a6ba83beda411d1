import type { DaySpan } from '#features/analytics/dateRanges.ts'
import { addDays } from '#ui/format/dates.ts'

/**
 * The rule for everything that a vendor is shown: what happened is cut into groups of at least five people, each of which is counted once and never
 * cut again. A report shows sums of whole groups. So whatever is added up or subtracted, from one report or from a series of them, is whole
 * groups again, and never the few people between two numbers.
 *
 * A group is closed by what came before its end alone. Tomorrow's report therefore has today's groups, and perhaps more.
 */
export const MIN_GROUP = 5

/** Who came on one local day, and how often pages were viewed. Of enquiries, both are the same. */
export interface DayCount {
  day: string
  people: number
  views: number
}

export interface DayGroup extends DaySpan {
  people: number
  views: number
}

/** Each day by itself if at least five came, else with those after it. Days at the end that are still too few are in no group. */
export function groupDays(days: readonly DayCount[]): DayGroup[] {
  const groups: DayGroup[] = []
  let open: DayGroup | undefined
  for (const { day, people, views } of days) {
    const { from, people: peopleBefore, views: viewsBefore } = open ?? { from: day, people: 0, views: 0 }
    open = { from, to: day, people: peopleBefore + people, views: viewsBefore + views }
    if (open.people < MIN_GROUP) continue
    groups.push(open)
    open = undefined
  }
  return groups
}

/** Their sum, with the days that it is of. Null for no group. */
export function sumGroups(groups: readonly DayGroup[]): DayGroup | null {
  const [first, last] = [groups[0], groups.at(-1)]
  if (!first || !last) return null
  const sum = (key: 'people' | 'views') => groups.reduce((total, group) => total + group[key], 0)
  return { from: first.from, to: last.to, people: sum('people'), views: sum('views') }
}

/** Groups that end within these days. */
export const groupsWithin = (groups: readonly DayGroup[], { from, to }: DaySpan) =>
  groups.filter((group) => group.to >= from && group.to <= to)

export interface ChannelDayCount<Channel extends string> extends DayCount {
  channel: Channel
}

export interface ChannelCount<Channel extends string> {
  channel: Channel | 'other'
  people: number
  views: number
}

/** So long we wait for five people by each link, until the small ones are counted together. */
const MAX_WAITING_DAYS = 7

/** Some groups of days in a row, cut by link. `other` are all links that have no number of their own here. */
export interface ChannelPart<Channel extends string> extends DaySpan {
  cells: ChannelCount<Channel>[]
}

/**
 * The same groups of days, or several of them together, by link. Within these, links with fewer than five people are counted together, with the
 * next larger one if that is not enough.
 */
export function splitGroupsByChannel<Channel extends string>(
  groups: readonly DayGroup[],
  counts: readonly ChannelDayCount<Channel>[],
): ChannelPart<Channel>[] {
  const parts: ChannelPart<Channel>[] = []
  let from: string | undefined
  for (const group of groups) {
    from ??= group.from
    const span = { from, to: group.to }
    const cells = sumByChannel(counts.filter(({ day }) => day >= span.from && day <= span.to))
    const isLong = addDays(span.from, MAX_WAITING_DAYS - 1) <= span.to
    if (!isLong && cells.some(({ people }) => people < MIN_GROUP)) continue
    parts.push({ ...span, cells: joinSmall(cells) })
    from = undefined
  }
  return parts
}

/** How many came by which link, over all parts. */
export function groupChannels<Channel extends string>(
  groups: readonly DayGroup[],
  counts: readonly ChannelDayCount<Channel>[],
): ChannelCount<Channel>[] {
  const total = new Map<Channel | 'other', ChannelCount<Channel>>()
  for (const { cells } of splitGroupsByChannel(groups, counts))
    for (const cell of cells) total.set(cell.channel, add(total.get(cell.channel), cell))
  return [...total.values()].sort((one, other) => other.people - one.people || (one.channel < other.channel ? -1 : 1))
}

function sumByChannel<Channel extends string>(counts: readonly ChannelDayCount<Channel>[]) {
  const sums = new Map<Channel, ChannelCount<Channel>>()
  for (const { channel, people, views } of counts) sums.set(channel, add(sums.get(channel), { channel, people, views }))
  return [...sums.values()].filter(({ people, views }) => people !== 0 || views !== 0)
}

function joinSmall<Channel extends string>(cells: readonly ChannelCount<Channel>[]) {
  const sorted = cells.toSorted((one, other) => one.people - other.people)
  let other: ChannelCount<Channel> | undefined
  let joined = 0
  for (const cell of sorted) {
    if (cell.people >= MIN_GROUP && (!other || other.people >= MIN_GROUP)) break
    other = add(other, { ...cell, channel: 'other' })
    joined++
  }
  return [...sorted.slice(joined), ...(other ? [other] : [])]
}

const add = <Channel extends string>(
  one: ChannelCount<Channel> | undefined,
  other: ChannelCount<Channel>,
): ChannelCount<Channel> => ({
  channel: other.channel,
  people: (one?.people ?? 0) + other.people,
  views: (one?.views ?? 0) + other.views,
})

/** At least so many, in steps of five: for a number that grows while it is watched. */
export const roundDownToGroups = (people: number) => Math.floor(people / MIN_GROUP) * MIN_GROUP

interface PagesRead {
  pageSeconds: readonly number[]
  pageReaders: readonly number[]
  pageCount: number
}

/** How long each page was read compared with the longest, in tenths, and how far most readers get. Pages with fewer than five readers say nothing. */
export function pageCurve({ pageSeconds, pageReaders, pageCount }: PagesRead) {
  const readersOf = (index: number) => pageReaders[index] ?? 0
  const seconds = Array.from({ length: pageCount }, (_, index) =>
    readersOf(index) < MIN_GROUP ? null : (pageSeconds[index] ?? 0),
  )
  const longest = Math.max(1, ...seconds.map((one) => one ?? 0))
  const readers = Math.max(0, ...pageReaders)
  const enough = Math.max(MIN_GROUP, readers / 2)
  return {
    pages: seconds.map((one) => (one === null ? null : Math.round((one / longest) * 10) / 10)),
    mostReadTo: seconds.findLastIndex((_, index) => readersOf(index) >= enough) + 1,
  }
}

/** To ten minutes, and from five hours on to whole hours: the time of one more reader cannot be told from it. */
export function roundSeconds(seconds: number) {
  const step = seconds < 5 * 3600 ? 600 : 3600
  return Math.round(seconds / step) * step
}
