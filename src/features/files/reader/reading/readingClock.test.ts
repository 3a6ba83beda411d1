import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACTIVE_MS, createReadingClock } from './readingClock.ts'

const onlyPage = (page: number) => new Map([[page, 1]])

function openOnPage(page: number) {
  const clock = createReadingClock(0)
  clock.showPages(onlyPage(page), 0)
  return clock
}

describe('the seconds of a page', () => {
  test('run while it covers more of the screen than any other', () => {
    const clock = createReadingClock(1_000)
    clock.showPages(
      new Map([
        [1, 0.7],
        [2, 0.3],
      ]),
      2_000,
    )
    clock.showPages(
      new Map([
        [1, 0.4],
        [2, 0.45],
      ]),
      5_000,
    )
    clock.showPages(onlyPage(4), 6_500)
    expect(clock.pageSeconds(8_500)).toEqual([3, 1.5, 0, 2])
  })

  test('do not run before a page is shown, nor when none is', () => {
    const clock = createReadingClock(0)
    expect(clock.pageSeconds(5_000)).toEqual([])
    clock.showPages(onlyPage(1), 5_000)
    clock.showPages(new Map(), 6_000)
    expect(clock.pageSeconds(9_000)).toEqual([1])
  })

  test('stand still while the tab is hidden', () => {
    const clock = openOnPage(1)
    clock.setTabVisible(false, 2_000)
    clock.showPages(onlyPage(2), 3_000)
    clock.setTabVisible(true, 10_000)
    expect(clock.pageSeconds(13_000)).toEqual([2, 3])
  })

  test('stand still while a dialog covers the document', () => {
    const clock = openOnPage(3)
    clock.setCovered(true, 4_000)
    clock.noteActivity(6_000)
    clock.setCovered(false, 9_000)
    expect(clock.pageSeconds(10_000)).toEqual([0, 0, 5])
  })

  test('run for a minute after the last activity, and go on with the next', () => {
    const clock = openOnPage(1)
    clock.noteActivity(20_000)
    expect(clock.pageSeconds(200_000)).toEqual([80])
    clock.noteActivity(200_000)
    expect(clock.pageSeconds(203_000)).toEqual([83])
  })

  test('go on when the person comes back to the tab after minutes', () => {
    const clock = openOnPage(1)
    clock.setTabVisible(false, 1_000)
    clock.setTabVisible(true, 600_000)
    expect(clock.pageSeconds(605_000)).toEqual([6])
  })

  test('are the same however often they are asked for', () => {
    const clock = openOnPage(2)
    for (let now = 0; now <= 30_000; now += 70) clock.pageSeconds(now)
    expect(clock.pageSeconds(30_000)[1]).toBeCloseTo(30, 6)
  })
})

type Step = { after: number } & (
  | { what: 'show'; page: number }
  | { what: 'act' }
  | { what: 'tab' | 'cover'; on: boolean }
)
const after = fc.integer({ min: 0, max: 90_000 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('show' as const), page: fc.integer({ min: 1, max: 40 }), after }),
    fc.record({ what: fc.constant('act' as const), after }),
    fc.record({ what: fc.constantFrom('tab' as const, 'cover' as const), on: fc.boolean(), after }),
  ),
  { maxLength: 60 },
)

test('the total never exceeds the time in which the person was active, the tab visible and nothing in front', () => {
  fc.assert(
    fc.property(steps, after, (given, rest) => {
      const clock = createReadingClock(0)
      let now = 0
      let isVisible = true
      let isCovered = false
      let activeUntil = ACTIVE_MS
      let possibleMs = 0
      const pass = (ms: number) => {
        if (isVisible && !isCovered) possibleMs += Math.max(0, Math.min(now + ms, activeUntil) - now)
        now += ms
      }
      for (const step of given) {
        pass(step.after)
        if (step.what === 'show') clock.showPages(onlyPage(step.page), now)
        else if (step.what === 'act') {
          clock.noteActivity(now)
          activeUntil = now + ACTIVE_MS
        } else if (step.what === 'tab') {
          if (step.on && !isVisible) activeUntil = now + ACTIVE_MS
          clock.setTabVisible(step.on, now)
          isVisible = step.on
        } else {
          clock.setCovered(step.on, now)
          isCovered = step.on
        }
      }
      pass(rest)
      const total = clock.pageSeconds(now).reduce((sum, seconds) => sum + seconds, 0)
      expect(total).toBeLessThanOrEqual(possibleMs / 1000 + 1e-6)
    }),
  )
})
