import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashPin, isPin, NewPin, NO_ATTEMPTS, pinWaitMs, spendAttempt } from './doorPin.ts'

const FEW_ITERATIONS = 1_000

test('the right PIN is recognised, and what is stored does not contain it', async () => {
  const stored = await hashPin('4711', FEW_ITERATIONS)
  expect(await isPin('4711', stored)).toBe(true)
  expect(await isPin('4712', stored)).toBe(false)
  expect(JSON.stringify(await hashPin('4711', FEW_ITERATIONS))).not.toBe(JSON.stringify(stored))
  expect(JSON.stringify(stored)).not.toContain('4711')
})

test('a PIN is four to eight digits', () => {
  expect(['123', '123456789', '12a4', ' 1234', '1234', '12345678'].map((pin) => NewPin.safeParse(pin).success)).toEqual(
    [...[false, false, false, false, true, true]],
  )
})

test('threat 219: someone who tries PINs all day gets at most 15 attempts, wherever they set the clock', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -86_400_000, max: 86_400_000 }), { minLength: 40, maxLength: 200 }),
      fc.boolean(),
      (jumps, isPatient) => {
        let nowMs = 1_000_000_000
        let attempts = NO_ATTEMPTS
        let tried = 0
        for (const jump of jumps) {
          nowMs += isPatient ? Math.abs(jump) : jump
          const spent = spendAttempt(attempts, nowMs)
          attempts = spent.attempts
          if (spent.isAllowed) tried += 1
        }
        expect(tried).toBeLessThanOrEqual(15)
      },
    ),
  )
})

test('each wrong PIN after the third waits longer, also when the clock is set back', () => {
  const wait = (count: number, passedMs = 0) => pinWaitMs({ count, lastAtMs: 1_000_000 }, 1_000_000 + passedMs) / 1000
  expect([1, 2, 3, 4, 5].map((count) => wait(count))).toEqual([0, 0, 30, 60, 120])
  expect(wait(14)).toBe(900)
  expect(wait(3, 20_000)).toBe(10)
  expect(wait(3, -3_600_000)).toBe(30)
  expect(wait(3, 40_000)).toBe(0)
})
