import { expect, test } from 'vitest'
import { isQuietTime } from './quietHours.ts'

const night = { quietFrom: '21:00', quietTo: '07:00' }
const at = (time: string) => new Date(`2026-11-18T${time}:00+13:00`)
const isQuiet = (time: string, hours = night) => isQuietTime(at(time), 'Pacific/Auckland', hours)

test('quiet hours may go past midnight, in the agent’s time zone', () => {
  expect(['20:59', '21:00', '00:00', '06:59', '07:00'].map((time) => isQuiet(time))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(isQuietTime(at('22:00'), 'Australia/Perth', night)).toBe(false)
})

test('quiet hours may be within a day, or never', () => {
  const siesta = { quietFrom: '12:00', quietTo: '14:00' }
  expect(['11:59', '12:00', '13:59', '14:00'].map((time) => isQuiet(time, siesta))).toEqual([false, true, true, false])
  expect(isQuiet('12:00', { quietFrom: '12:00', quietTo: '12:00' })).toBe(false)
})
