import type { DeviceTime } from '../../openHomes.schema.ts'

/** A moment whose right time the server knows, and what the device's clocks showed then. */
export interface KnownMoment {
  serverMs: number
  device: DeviceTime
}

const run = globalThis.crypto.randomUUID()

export const readDeviceTime = (): DeviceTime => ({ clock: Date.now(), uptime: Math.round(performance.now()), run })

/** Estimates that differ by less agree: requests take time, and clocks drift. */
const TOLERANCE_MS = 5_000

/**
 * The right time of something that happened on a device between two moments that the server knows, whatever was done to the device in between: its
 * clock may be wrong from the start or be set, and the device may sleep (when the uptime of some stands still) or lose the page.
 */
export function estimateTime(happened: DeviceTime, before: KnownMoment, after: KnownMoment) {
  const estimate = estimateFreely(happened, before, after)
  return Math.round(Math.min(Math.max(estimate, before.serverMs), after.serverMs))
}

function estimateFreely(happened: DeviceTime, before: KnownMoment, after: KnownMoment) {
  const byClock = (known: KnownMoment) => known.serverMs + (happened.clock - known.device.clock)
  const byUptime = (known: KnownMoment) => known.serverMs + (happened.uptime - known.device.uptime)
  const agree = (estimate: typeof byClock) => Math.abs(estimate(before) - estimate(after)) <= TOLERANCE_MS
  const isInRun = ({ device }: KnownMoment) => device.run === happened.run
  // Neither sleep nor a restart.
  if (isInRun(before) && isInRun(after) && agree(byUptime)) return byUptime(after)
  // The clock is as right or wrong as it was.
  if (agree(byClock)) return byClock(after)
  // Somebody has set the clock: what was counted since the nearest restart, or what the clock said before.
  if (isInRun(after)) return byUptime(after)
  if (isInRun(before)) return byUptime(before)
  return byClock(before)
}
