/** How long a measurement counts: short enough to follow a change, long enough not to flicker. */
const SMOOTHING_MS = 4_000

/** Bytes a second, smoothed. Tell it what has been sent so far. */
export function createSpeedMeter(start: number, now: number) {
  let [last, at, speed] = [start, now, 0]
  return (sent: number, time: number) => {
    const passed = time - at
    if (passed <= 0) return speed
    const current = (Math.max(0, sent - last) / passed) * 1000
    const weight = speed === 0 ? 1 : 1 - Math.exp(-passed / SMOOTHING_MS)
    speed += (current - speed) * weight
    last = sent
    at = time
    return speed
  }
}
