import { estimateTime, type KnownMoment } from './door/device/doorClock.ts'
import { type DeviceTime, DOOR_MARGIN_MS } from './openHomes.schema.ts'

interface Moments {
  /** When the visitor checked in, by the device. */
  arrivedAt: DeviceTime
  /** When the device sent it, by the device. */
  sentAt: DeviceTime
  /** When it arrived here, by our clock. */
  receivedAt: number
  /** When check-in was started on the device, if it says so. */
  start?: KnownMoment
}

/**
 * When a visitor checked in, by our clock. The age of an entry counts, and not what the device's clock said: a clock that is off by an hour is
 * off for both. One that was set back meanwhile would make the entry too young; the counter, which nobody can set, says how old it is at least.
 */
export function correctedArrival({ arrivedAt, sentAt, receivedAt, start }: Moments) {
  if (start) return estimateTime(arrivedAt, start, { serverMs: receivedAt, device: sentAt })
  const byClock = sentAt.clock - arrivedAt.clock
  // It does not count while the device sleeps, so it is never too high.
  const byCounter = sentAt.run === arrivedAt.run ? sentAt.uptime - arrivedAt.uptime : 0
  return receivedAt - Math.max(0, byClock, byCounter)
}

/** Into the time when visitors can have come. An absurd time still says that somebody came. */
export const plausibleArrival = (at: number, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  new Date(Math.min(Math.max(at, startsAt.getTime() - DOOR_MARGIN_MS), endsAt.getTime() + DOOR_MARGIN_MS))
