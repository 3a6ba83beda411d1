import { expect, test } from 'vitest'
import { nextActionTimes } from './nextActionTimes.ts'

const times = (now: string) => nextActionTimes('Pacific/Auckland', new Date(now)).map(({ wallTime }) => wallTime)

test('the usual times are mornings on the agent’s clock, and next week begins on Monday', () => {
  // Saturday 14 March, already Sunday the 15th in Auckland.
  expect(times('2026-03-14T12:00:00Z')).toEqual(['2026-03-16T09:00', '2026-03-18T09:00', '2026-03-16T09:00'])
  expect(times('2026-03-16T00:00:00Z')).toEqual(['2026-03-17T09:00', '2026-03-19T09:00', '2026-03-23T09:00'])
})
