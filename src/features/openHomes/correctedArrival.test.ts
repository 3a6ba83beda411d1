import { expect, test } from 'vitest'
import { correctedArrival, plausibleArrival } from './correctedArrival.ts'
import type { DeviceTime } from './openHomes.schema.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const noon = Date.UTC(2026, 10, 14, 12)
const firstRun = '6f6cdb52-51b2-4a53-9d0c-3c8a7e2d3f10'
const secondRun = '0b1f4b0e-0f4f-4f5e-8a43-4a4f8f9f3b77'

/** By a device whose page was opened at ten. */
const at = (time: number, clockOff = 0, run = firstRun): DeviceTime => ({
  clock: time + clockOff,
  uptime: time - (noon - 2 * HOUR_MS),
  run,
})

test('a visitor arrives when they did, whatever the device’s clock says', () => {
  for (const clockOff of [0, HOUR_MS, -HOUR_MS, 400 * 24 * HOUR_MS])
    expect(
      correctedArrival({
        arrivedAt: at(noon, clockOff),
        sentAt: at(noon + 3 * HOUR_MS, clockOff),
        receivedAt: noon + 3 * HOUR_MS,
      }),
    ).toBe(noon)
})

test('a clock that is set back in the middle of the afternoon loses no time', () => {
  const sentAt = at(noon + HOUR_MS, -HOUR_MS)
  expect(correctedArrival({ arrivedAt: at(noon), sentAt, receivedAt: noon + HOUR_MS })).toBe(noon)
})

test('the time that a device slept counts, though its counter stood still', () => {
  const sentAt = { ...at(noon + 2 * HOUR_MS), uptime: at(noon).uptime + MINUTE_MS }
  expect(correctedArrival({ arrivedAt: at(noon), sentAt, receivedAt: noon + 2 * HOUR_MS })).toBe(noon)
})

test('after the app was killed, the clocks of both starts are compared, and nobody arrives in the future', () => {
  const sentAt = { ...at(noon + HOUR_MS), uptime: 5, run: secondRun }
  expect(correctedArrival({ arrivedAt: at(noon), sentAt, receivedAt: noon + HOUR_MS })).toBe(noon)
  const setBack = { ...at(noon - 3 * HOUR_MS), uptime: 5, run: secondRun }
  expect(correctedArrival({ arrivedAt: at(noon), sentAt: setBack, receivedAt: noon + HOUR_MS })).toBe(noon + HOUR_MS)
})

test('an absurd time becomes the nearest one at which somebody can have come', () => {
  const home = { startsAt: new Date(noon), endsAt: new Date(noon + HOUR_MS) }
  expect(plausibleArrival(0, home)).toEqual(new Date(noon - HOUR_MS))
  expect(plausibleArrival(noon + 5, home)).toEqual(new Date(noon + 5))
  expect(plausibleArrival(noon + 9 * HOUR_MS, home)).toEqual(new Date(noon + 2 * HOUR_MS))
})
