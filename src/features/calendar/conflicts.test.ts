import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Appointment, findConflicts, TRAVEL_MINUTES } from './conflicts.ts'

const MINUTE_MS = 60_000
const TRAVEL_MS = TRAVEL_MINUTES * MINUTE_MS
const START = Date.UTC(2026, 10, 28)

const appointments = fc
  .array(
    fc.record({
      agentIds: fc.uniqueArray(fc.constantFrom('usr_ana', 'usr_ben', 'usr_cleo'), { minLength: 1 }),
      listingId: fc.constantFrom('list_a', 'list_b', 'list_c'),
      start: fc.integer({ min: 0, max: 300 }),
      minutes: fc.integer({ min: 1, max: 120 }),
    }),
    { maxLength: 20 },
  )
  .map((all) =>
    all.map(
      ({ start, minutes, ...one }, n): Appointment => ({
        ...one,
        id: `open_${n}`,
        startsAt: new Date(START + start * MINUTE_MS),
        endsAt: new Date(START + (start + minutes) * MINUTE_MS),
      }),
    ),
  )

/** What a conflict is, pair by pair. */
function conflictOf(one: Appointment, other: Appointment) {
  const shared = one.agentIds.filter((id) => other.agentIds.includes(id))
  if (shared.length === 0 || one.listingId === other.listingId) return undefined
  const gap = Math.max(other.startsAt.getTime() - one.endsAt.getTime(), one.startsAt.getTime() - other.endsAt.getTime())
  const kind = gap < 0 ? 'overlap' : gap < TRAVEL_MS ? 'no_travel_time' : undefined
  return kind && pairKey([one.id, other.id], kind, shared)
}

const pairKey = (ids: string[], kind: string, agentIds: string[]) =>
  [...ids.toSorted(), kind, ...agentIds.toSorted()].join(' ')

test('exactly the pairs at two places that one agent cannot both keep are conflicts, in any order', () => {
  fc.assert(
    fc.property(appointments, fc.integer(), (all, seed) => {
      const expected = all.flatMap((one, n) =>
        all.slice(n + 1).flatMap((other) => {
          return conflictOf(one, other) ?? []
        }),
      )
      const shuffled = all.toSorted(
        (one, other) => ((one.startsAt.getTime() ^ seed) % 7) - (other.endsAt.getTime() % 5),
      )
      for (const order of [all, shuffled])
        expect(
          findConflicts(order)
            .map(({ first, second, kind, agentIds }) => pairKey([first, second], kind, agentIds))
            .toSorted(),
        ).toEqual(expected.toSorted())
    }),
  )
})

test('a quarter of an hour is enough to get to the next place, and a minute less is not', () => {
  const at = (id: string, listingId: string, start: number, end: number): Appointment => ({
    ...{ id, listingId, agentIds: ['usr_ana'] },
    startsAt: new Date(START + start * MINUTE_MS),
    endsAt: new Date(START + end * MINUTE_MS),
  })
  const first = at('one', 'list_a', 0, 30)
  expect(findConflicts([first, at('two', 'list_b', 45, 60)])).toEqual([])
  expect(findConflicts([first, at('two', 'list_b', 44, 60)])).toEqual([
    { first: 'one', second: 'two', kind: 'no_travel_time', agentIds: ['usr_ana'] },
  ])
  // Two open homes of one property need no travel.
  expect(findConflicts([first, at('two', 'list_a', 10, 60)])).toEqual([])
})
