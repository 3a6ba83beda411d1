/** Random numbers that are the same in each run (mulberry32). */
function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Requests arrive at random, more often in bursts, and are served in their order by the first of `servers` that is free. How long each takes is random too: the sum of two
 * exponential parts with the measured mean, so a few take three times as long. Returns how long they waited, in milliseconds.
 */
export function simulateQueue({ kinds, servers, seconds, burst, seed = 2026 }) {
  const random = seededRandom(seed)
  const exponential = (mean) => -mean * Math.log(1 - random())
  const perSecond = kinds.reduce((sum, kind) => sum + kind.perSecond, 0)
  const quiet = (burst.every - burst.times * burst.secondsOf) / (burst.every - burst.secondsOf)
  const freeAt = new Float64Array(servers)
  const waits = []
  let busy = 0
  for (let now = 0; ; ) {
    const times = now % burst.every < burst.secondsOf ? burst.times : quiet
    now += exponential(1 / (perSecond * times))
    if (now > seconds) break
    let pick = random() * perSecond
    let kind = 0
    while (kind < kinds.length - 1 && pick >= kinds[kind].perSecond) pick -= kinds[kind++].perSecond
    const half = kinds[kind].ms / 2_000
    const service = exponential(half) + exponential(half)
    let first = 0
    for (let nth = 1; nth < servers; nth++) if (freeAt[nth] < freeAt[first]) first = nth
    const begins = Math.max(now, freeAt[first])
    waits.push((begins - now) * 1_000)
    freeAt[first] = begins + service
    busy += service
  }
  waits.sort((one, other) => one - other)
  const at = (share) => waits[Math.floor(waits.length * share)] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), utilisation: busy / (servers * seconds) }
}

/** The fewest servers with which waiting and utilisation stay within their limits. */
export function fewestServers(load, { maxWaitMs, maxUtilisation }) {
  const needed = load.kinds.reduce((sum, { perSecond, ms }) => sum + (perSecond * ms) / 1_000, 0)
  for (let servers = Math.ceil(needed / maxUtilisation); ; servers++) {
    const result = simulateQueue({ ...load, servers })
    if (result.p95 <= maxWaitMs && result.utilisation <= maxUtilisation) return { servers, ...result }
  }
}
