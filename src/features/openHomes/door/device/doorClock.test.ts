import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#values/time.ts'
import type { DeviceTime } from '../../openHomes.schema.ts'
import { estimateTime } from './doorClock.ts'

const START_MS = Date.parse('2026-11-21T01:00:00Z')

/** Sleep that is shorter is not told from a clock that drifts. */
const SHORT_SLEEP_MS = 5_000

/** What happens at the door: time passes between check-ins, and meanwhile something may happen to the device. */
interface Happening {
  kind: 'checkIn' | 'kill' | 'sleep' | 'setClock'
  ms: number
}

const happenings = (kinds: Happening['kind'][]) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom<Happening['kind']>('checkIn', ...kinds),
      ms: fc.integer({ min: 1, max: HOUR_MS }),
    }),
    { minLength: 1, maxLength: 40 },
  )

/** Plays an afternoon on a device whose clock is `wrongByMs` off. Returns what it noted about each check-in, with the right time. */
function playAfternoon(story: Happening[], wrongByMs: number) {
  let trueMs = START_MS
  let offsetMs = wrongByMs
  let run = 0
  let startedMs = START_MS
  let sleptMs = 0
  const read = (): DeviceTime => ({
    clock: trueMs + offsetMs,
    uptime: trueMs - startedMs - sleptMs,
    run: `run ${run}`,
  })
  const before = { serverMs: trueMs, device: read() }
  const checkIns: { noted: DeviceTime; rightMs: number }[] = []
  for (const { kind, ms } of story) {
    if (kind === 'setClock') {
      offsetMs += ms % 2 ? HOUR_MS : -HOUR_MS
      continue
    }
    trueMs += ms
    if (kind === 'sleep') sleptMs += ms
    if (kind === 'kill') {
      run += 1
      startedMs = trueMs
      sleptMs = 0
    }
    if (kind === 'checkIn') checkIns.push({ noted: read(), rightMs: trueMs })
  }
  trueMs += 60_000
  const after = { serverMs: trueMs, device: read() }
  return {
    after,
    times: checkIns.map(({ noted, rightMs }) => ({ rightMs, timeMs: estimateTime(noted, before, after) })),
  }
}

const wrongBy = fc.constantFrom(0, HOUR_MS, -HOUR_MS, 400 * 24 * HOUR_MS)

test('times are right if the clock was wrong all day, however often the app was killed or the device slept', () => {
  fc.assert(
    fc.property(happenings(['kill', 'sleep']), wrongBy, (story, wrongByMs) => {
      for (const { timeMs, rightMs } of playAfternoon(story, wrongByMs).times)
        expect(Math.abs(timeMs - rightMs)).toBeLessThanOrEqual(SHORT_SLEEP_MS)
    }),
  )
})

test('times are right if somebody sets the clock while the page is open', () => {
  fc.assert(
    fc.property(happenings(['setClock']), wrongBy, (story, wrongByMs) => {
      for (const { timeMs, rightMs } of playAfternoon(story, wrongByMs).times) expect(timeMs).toBe(rightMs)
    }),
  )
})

test('times are right if the clock was wrong and corrected itself while the app was closed', () => {
  const wrong = happenings(['kill'])
  fc.assert(
    fc.property(wrong, wrongBy, (story, wrongByMs) => {
      // The sync comes after one more start, with a clock that is an hour further.
      const { times } = playAfternoon([...story, { kind: 'setClock', ms: 1 }, { kind: 'kill', ms: 1 }], wrongByMs)
      for (const { timeMs, rightMs } of times) expect(timeMs).toBe(rightMs)
    }),
  )
})

test('whatever happens to the device, a check-in is between the start of the afternoon and the sync', () => {
  fc.assert(
    fc.property(happenings(['kill', 'sleep', 'setClock']), wrongBy, (story, wrongByMs) => {
      const { times, after } = playAfternoon(story, wrongByMs)
      for (const { timeMs } of times) {
        expect(timeMs).toBeGreaterThanOrEqual(START_MS)
        expect(timeMs).toBeLessThanOrEqual(after.serverMs)
      }
    }),
  )
})
