import { limitKey } from '../http/clientIp.server.ts'

const WINDOW = 60_000
/** Nobody looks at homes faster than this, nor do all the browsers behind one address. */
const MOST_OF_VISITOR = 60
const MOST_OF_ADDRESS = 600
const MOST_KNOWN = 20_000

/** Counts in memory and for a minute: a flood is to be dropped before it costs anything. */
export function createVisitorLimit() {
  let counts = new Map<string, number>()
  /** By the clock that never jumps: the other one may be put back. */
  let since = performance.now()

  function count(key: string) {
    const seen = (counts.get(key) ?? 0) + 1
    counts.set(key, seen)
    if (counts.size > MOST_KNOWN) counts.delete(counts.keys().next().value ?? '')
    return seen
  }

  return {
    isWithin(clientIp: string, userAgent: string) {
      const now = performance.now()
      if (now - since > WINDOW) {
        counts = new Map()
        since = now
      }
      const address = limitKey(clientIp)
      return count(address) <= MOST_OF_ADDRESS && count(`${address} ${userAgent}`) <= MOST_OF_VISITOR
    },
  }
}
