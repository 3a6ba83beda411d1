import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DaySpan } from '#features/analytics/dateRanges.ts'
import { addDays } from '#ui/format/dates.ts'
import {
  type ChannelDayCount,
  type ChannelPart,
  groupChannels,
  groupDays,
  MIN_GROUP,
  pageCurve,
  splitGroupsByChannel,
  sumGroups,
} from './smallGroups.ts'

const day = (index: number) => addDays('2026-11-01', index)
const channels = ['portal', 'poster', 'direct'] as const
type Channel = (typeof channels)[number]

/** How many came on each day by each link, with as many views or more. Some links bring nobody or hardly anybody for weeks. */
const traffic = fc.tuple(...channels.map(() => fc.constantFrom(0, 1, 2, 9))).chain((most) =>
  fc.array(fc.tuple(...most.map((people) => fc.record({ people: fc.nat(people), more: fc.nat(6) }))), {
    ...{ minLength: 1, maxLength: 15 },
    size: 'max',
  }),
)
type Traffic = typeof traffic extends fc.Arbitrary<infer T> ? T : never

const cellsOf = (days: Traffic): ChannelDayCount<Channel>[] =>
  days.flatMap((cells, index) =>
    cells.map(({ people, more }, at) => ({
      day: day(index),
      channel: channels[at] ?? 'direct',
      people,
      views: people > 0 ? people + more : 0,
    })),
  )

const daysOf = (days: Traffic) =>
  days.map((_, index) => {
    const cells = cellsOf(days).filter((cell) => cell.day === day(index))
    const sum = (key: 'people' | 'views') => cells.reduce((total, cell) => total + cell[key], 0)
    return { day: day(index), people: sum('people'), views: sum('views') }
  })

describe('groups of days', () => {
  test('are single days where at least five came, and longer where fewer did', () => {
    const counts = [7, 2, 1, 3, 0, 5, 4].map((people, index) => ({ day: day(index), people, views: people * 2 }))
    expect(groupDays(counts).map(({ from, to, people, views }) => [from, to, people, views])).toEqual([
      [day(0), day(0), 7, 14],
      [day(1), day(3), 6, 12],
      [day(4), day(5), 5, 10],
    ])
  })

  test('threat 198: no group has fewer than five people, and tomorrow’s report has today’s groups unchanged', () => {
    fc.assert(
      fc.property(traffic, (days) => {
        const counts = daysOf(days)
        const all = groupDays(counts)
        for (const group of all) expect(group.people).toBeGreaterThanOrEqual(MIN_GROUP)
        for (const length of counts.keys()) {
          const earlier = groupDays(counts.slice(0, length))
          expect(all.slice(0, earlier.length)).toEqual(earlier)
        }
        const total = sumGroups(all)
        const counted = counts.filter((one) => total && one.day <= total.to)
        expect(total?.people ?? 0).toBe(total ? counted.reduce((sum, one) => sum + one.people, 0) : 0)
      }),
    )
  })
})

/** A published number: which cells it adds up, and the people in them. */
type Row = number[]

/** Whether a number is worked out from others by adding and subtracting them any number of times. */
function isInSpan(rows: Row[], wanted: Row) {
  const basis: { pivot: number; row: Row }[] = []
  const reduce = (row: Row) => {
    const rest = [...row]
    for (const { pivot, row: one } of basis) {
      const factor = rest[pivot] ?? 0
      if (Math.abs(factor) > 1e-9) for (const at of rest.keys()) rest[at] = (rest[at] ?? 0) - factor * (one[at] ?? 0)
    }
    return rest
  }
  for (const row of rows) {
    const rest = reduce(row)
    const pivot = rest.findIndex((one) => Math.abs(one) > 1e-9)
    if (pivot < 0) continue
    const scale = rest[pivot] ?? 1
    basis.push({ pivot, row: rest.map((one) => one / scale) })
  }
  return reduce(wanted).every((one) => Math.abs(one) < 1e-6)
}

describe('groups by link', () => {
  test('count small links together, and give each link its number when five have come by it', () => {
    const one = (index: number, channel: Channel, people: number) => ({
      day: day(index),
      channel,
      people,
      views: people,
    })
    const counts = [one(0, 'portal', 9), one(0, 'direct', 6), one(1, 'portal', 8), one(1, 'poster', 2)]
    const groups = groupDays([
      { day: day(0), people: 15, views: 15 },
      { day: day(1), people: 10, views: 10 },
    ])
    // The second day waits for more people with the poster.
    expect(groupChannels(groups, counts)).toEqual([
      { channel: 'portal', people: 9, views: 9 },
      { channel: 'direct', people: 6, views: 6 },
    ])
    const later = { day: day(2), people: 11, views: 11 }
    const withLater = groupDays([...groups.map(({ from, ...rest }) => ({ day: from, ...rest })), later])
    expect(groupChannels(withLater, [...counts, one(2, 'poster', 5), one(2, 'direct', 6)])).toEqual([
      { channel: 'portal', people: 17, views: 17 },
      { channel: 'direct', people: 12, views: 12 },
      { channel: 'poster', people: 7, views: 7 },
    ])
  })

  test('threat 198: no addition or subtraction of the numbers of any series of reports leads to fewer than five people', () => {
    fc.assert(
      fc.property(traffic, (days) => {
        const cells = cellsOf(days)
        const counts = daysOf(days)
        const parts = splitGroupsByChannel(groupDays(counts), cells)
        // A series says no more than its last report, cut as finely as it was on each of its days.
        for (const length of counts.keys()) {
          const earlier = splitGroupsByChannel(groupDays(counts.slice(0, length)), cells)
          expect(parts.slice(0, earlier.length)).toEqual(earlier)
        }
        const rows = publishedRows(groupDays(counts), parts, cells)
        for (const [first] of counts.entries())
          for (let last = first; last < counts.length; last++)
            for (const chosen of subsets) {
              const isIn = rowOf(cells, { from: day(first), to: day(last) }, (channel) => chosen.includes(channel))
              const people = cells.reduce((sum, cell, at) => sum + (isIn[at] ?? 0) * cell.people, 0)
              if (people > 0 && people < MIN_GROUP)
                expect(isInSpan(rows, isIn), `${day(first)} to ${day(last)}, ${chosen}`).toBe(false)
            }
      }),
      { numRuns: 60 },
    )
  })
})

const subsets: Channel[][] = [1, 2, 3, 4, 5, 6, 7].map((bits) => channels.filter((_, at) => (bits >> at) & 1))

const rowOf = (
  cells: ChannelDayCount<Channel>[],
  { from, to }: DaySpan,
  isChosen: (channel: Channel) => boolean,
): Row => cells.map((cell) => (cell.day >= from && cell.day <= to && isChosen(cell.channel) ? 1 : 0))

/** All numbers as sums of cells: the groups of days, and each link within its part. */
function publishedRows(groups: DaySpan[], parts: ChannelPart<Channel>[], cells: ChannelDayCount<Channel>[]): Row[] {
  const ofDays = groups.map((group) => rowOf(cells, group, () => true))
  const ofLinks = parts.flatMap((part) => {
    const named = part.cells.map(({ channel }) => channel)
    // A part without `other` says that nobody came by the links that are not named.
    const unnamed = named.includes('other') ? [] : [{ channel: 'other' as const, people: 0 }]
    return [...part.cells, ...unnamed].map(({ channel, people }) => {
      const row = rowOf(cells, part, (one) => (channel === 'other' ? !named.includes(one) : one === channel))
      expect(people).toBe(cells.reduce((sum, cell, at) => sum + (row[at] ?? 0) * cell.people, 0))
      return row
    })
  })
  return [...ofDays, ...ofLinks]
}

describe('the pages of a document', () => {
  test('are compared with the longest, without those that fewer than five have read', () => {
    const pageReaders = [12, 11, 6, 5, 4, 1]
    const curve = pageCurve({ pageSeconds: [60, 300, 148, 30, 500, 900], pageReaders, pageCount: 7 })
    expect(curve.pages).toEqual([0.2, 1, 0.5, 0.1, null, null, null])
    expect(curve.mostReadTo).toBe(3)
  })

  test('threat 198: say the same whatever the few readers of a page did', () => {
    const read = fc.record({ readers: fc.nat(12), seconds: fc.nat(900), few: fc.nat(4), fewSeconds: fc.nat(900) })
    fc.assert(
      fc.property(fc.array(read, { minLength: 1, maxLength: 8 }), (pages) => {
        const curve = (few: boolean) =>
          pageCurve({
            pageCount: pages.length,
            pageReaders: pages.map((one) => (one.readers < MIN_GROUP && few ? one.few : one.readers)),
            pageSeconds: pages.map((one) => (one.readers < MIN_GROUP && few ? one.fewSeconds : one.seconds)),
          })
        expect(curve(true)).toEqual(curve(false))
      }),
    )
  })
})
