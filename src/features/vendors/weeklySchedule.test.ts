import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWallTime } from '../../ui/format/wallTime.ts'
import { DAY_MS, HOUR_MS } from '../../values/time.ts'
import {
  clockTime,
  daysBetween,
  latestWeeklyTime,
  MAX_DAYS_LATE,
  minuteFromClockTime,
  nextEmailTime,
  nextWeeklyTime,
  planDueEmail,
} from './weeklySchedule.ts'

const WELLINGTON = 'Pacific/Auckland'
const friday4pm = { weekday: 5, minuteOfDay: 16 * 60 }

/** With half hours, a summer time of half an hour, both hemispheres, and both ends of the date line. */
const timeZone = fc.constantFrom(
  ...['Pacific/Auckland', 'Pacific/Chatham', 'Australia/Lord_Howe', 'Australia/Adelaide', 'Australia/Perth', 'UTC'],
  ...[
    'Europe/London',
    'America/New_York',
    'America/St_Johns',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Asia/Kolkata',
  ],
)
const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const schedule = fc.record({ weekday: fc.integer({ min: 1, max: 7 }), minuteOfDay: fc.integer({ min: 0, max: 1439 }) })
const anySchedule = fc.tuple(moment, schedule, timeZone)

describe('the next time of a weekly email', () => {
  test.each([
    ['the same day before the time', '2026-11-20T15:59:00+13:00', '2026-11-20T16:00:00+13:00'],
    ['the very minute', '2026-11-20T16:00:00+13:00', '2026-11-27T16:00:00+13:00'],
    ['over the end of summer time', '2026-04-03T17:00:00+13:00', '2026-04-10T16:00:00+12:00'],
    ['over the start of summer time', '2026-09-25T17:00:00+12:00', '2026-10-02T16:00:00+13:00'],
    ['over the end of the year', '2026-12-31T00:00:00+13:00', '2027-01-01T16:00:00+13:00'],
  ])('%s', (_name, after, next) => {
    expect(nextWeeklyTime(new Date(after), friday4pm, WELLINGTON).at).toEqual(new Date(next))
  })

  test.each([
    ['a time that summer time leaves out is an hour later', '2026-09-26T00:00:00Z', '2026-09-26T14:30:00Z'],
    ['a time that comes twice is one email, the second time', '2026-04-04T13:30:00Z', '2026-04-04T14:30:00Z'],
    ['and the one after it a week later', '2026-04-04T14:30:00Z', '2026-04-11T14:30:00Z'],
  ])('on the night of the change %s', (_name, after, next) => {
    const sundayNight = { weekday: 7, minuteOfDay: 150 }
    expect(nextWeeklyTime(new Date(after), sundayNight, WELLINGTON).at).toEqual(new Date(next))
  })

  test('is later, at most a week and an hour away, and on that day at that time wherever the agent is', () => {
    fc.assert(
      fc.property(anySchedule, ([after, wanted, zone]) => {
        const { at, day } = nextWeeklyTime(after, wanted, zone)
        expect(at.getTime()).toBeGreaterThan(after.getTime())
        expect(at.getTime() - after.getTime()).toBeLessThanOrEqual(7 * DAY_MS + HOUR_MS)
        expect(new Date(`${day}T00:00:00Z`).getUTCDay() || 7).toBe(wanted.weekday)
        const shown = toWallTime(at, zone)
        const leftOut = Math.abs(Date.parse(`${shown}Z`) - Date.parse(`${day}T${clockTime(wanted.minuteOfDay)}Z`))
        expect(leftOut).toBeLessThanOrEqual(HOUR_MS)
        expect(latestWeeklyTime(at, wanted, zone)).toEqual({ at, day })
      }),
      { numRuns: 100 },
    )
  })

  test('comes once in each week: a year has 52 or 53, on different days', () => {
    fc.assert(
      fc.property(anySchedule, ([start, wanted, zone]) => {
        const days: string[] = []
        let at = start
        while (at.getTime() < start.getTime() + 365 * DAY_MS) {
          const next = nextWeeklyTime(at, wanted, zone)
          at = next.at
          days.push(next.day)
        }
        for (const [place, day] of days.entries())
          if (place > 0) expect(daysBetween(days[place - 1] ?? '', day)).toBe(7)
      }),
      { numRuns: 5 },
    )
  })

  test('leaves out a day that is too close to the email before', () => {
    const afterFriday = new Date('2026-11-20T17:00:00+13:00')
    const days = [6, 7, 1, 2, 3].map(
      (weekday) => nextEmailTime(afterFriday, { ...friday4pm, weekday }, WELLINGTON, '2026-11-20').day,
    )
    expect(days).toEqual(['2026-11-28', '2026-11-29', '2026-11-30', '2026-11-24', '2026-11-25'])
  })
})

describe('an email that is due', () => {
  const planned = new Date('2026-11-20T16:00:00+13:00')
  const report = { ...friday4pm, nextEmailAt: planned, lastDueOn: '2026-11-13', skippedOn: null }
  const inHours = (hours: number) => new Date(planned.getTime() + hours * HOUR_MS)

  test.each([
    ['at once', 0, '2026-11-20', '2026-11-27'],
    ['seven hours late', 7, '2026-11-20', '2026-11-27'],
    ['three days late', 72, '2026-11-20', '2026-11-27'],
    ['five days late: the next one is nearer', 5 * 24, undefined, '2026-11-27'],
    ['three weeks late: one email, the latest', 3 * 7 * 24 + 1, '2026-12-11', '2026-12-18'],
  ])('is sent %s', (_name, hours, dueOn, next) => {
    const plan = planDueEmail(report, WELLINGTON, inHours(hours))
    expect(plan).toMatchObject({ isSkipped: false, next: { day: next } })
    expect(plan.dueOn).toBe(dueOn)
  })

  test('is skipped if the agent skips its day, and the one after it is not', () => {
    const skipping = { ...report, skippedOn: '2026-11-20' }
    expect(planDueEmail(skipping, WELLINGTON, inHours(1))).toMatchObject({ isSkipped: true, dueOn: '2026-11-20' })
    const aWeekLater = { ...skipping, nextEmailAt: inHours(7 * 24), lastDueOn: '2026-11-20' }
    expect(planDueEmail(aWeekLater, WELLINGTON, inHours(7 * 24))).toMatchObject({
      isSkipped: false,
      dueOn: '2026-11-27',
    })
  })

  test('waits for the time of the agent’s new time zone if that is later, and is not sent twice if it is earlier', () => {
    const inPerth = planDueEmail(report, 'Australia/Perth', planned)
    expect(inPerth).toEqual({
      next: { at: new Date('2026-11-20T16:00:00+08:00'), day: '2026-11-20' },
      isSkipped: false,
    })
    const fromPerth = { ...report, nextEmailAt: new Date('2026-11-20T16:00:00+08:00') }
    const plan = planDueEmail(fromPerth, WELLINGTON, fromPerth.nextEmailAt)
    expect(plan).toMatchObject({ dueOn: '2026-11-20', next: { day: '2026-11-27' } })
  })

  test('never comes twice in a week, and no week is left out while the agent stays, whatever the worker does and wherever they move', () => {
    const step = fc.record({
      minutesLate: fc.integer({ min: 0, max: 2 * 24 * 60 }),
      zone: fc.option(timeZone, { nil: undefined }),
    })
    fc.assert(
      fc.property(anySchedule, fc.array(step, { minLength: 4, maxLength: 12 }), ([start, wanted, home], steps) => {
        let zone = home
        let hasMoved = false
        let state = {
          ...wanted,
          skippedOn: null,
          lastDueOn: null as string | null,
          nextEmailAt: nextWeeklyTime(start, wanted, zone).at,
        }
        const sent: string[] = []
        for (const { minutesLate, zone: moved } of steps) {
          if (moved) hasMoved = true
          zone = moved ?? zone
          const now = new Date(state.nextEmailAt.getTime() + minutesLate * 60_000)
          const { dueOn, next } = planDueEmail(state, zone, now)
          expect(next.at.getTime()).toBeGreaterThan(now.getTime())
          if (dueOn) sent.push(dueOn)
          state = { ...state, nextEmailAt: next.at, lastDueOn: dueOn ?? state.lastDueOn }
        }
        const gaps = sent.slice(1).map((day, place) => daysBetween(sent[place] ?? '', day))
        for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(4)
        if (!hasMoved) {
          expect(sent).toHaveLength(steps.length)
          for (const gap of gaps) expect(gap).toBe(7)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('is not older than the last day on which it may be late', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 60 * 24 * 60 }), ([start, wanted, zone], minutesLate) => {
        const nextEmailAt = nextWeeklyTime(start, wanted, zone).at
        const now = new Date(nextEmailAt.getTime() + minutesLate * 60_000)
        const { dueOn } = planDueEmail({ ...wanted, nextEmailAt, lastDueOn: null, skippedOn: null }, zone, now)
        if (dueOn) expect(daysBetween(dueOn, toWallTime(now, zone).slice(0, 10))).toBeLessThanOrEqual(MAX_DAYS_LATE)
      }),
      { numRuns: 50 },
    )
  })
})

test.each([
  ['00:00', 0],
  ['16:30', 990],
  ['23:59', 1439],
])('%s is minute %i of the day', (time, minute) => {
  expect(minuteFromClockTime(time)).toBe(minute)
  expect(clockTime(minute)).toBe(time)
})

test.each(['24:00', '7:30', '16:60', '', '16:30:00'])('“%s” is no time of a day', (time) => {
  expect(minuteFromClockTime(time)).toBeUndefined()
})
