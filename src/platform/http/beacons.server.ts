import { limitRequestBody } from 'srvx/body-limit'
import { forbidden, methodNotAllowed, tooLarge } from '../errors.ts'
import { readUserAgent } from '../events/userAgent.server.ts'
import { parseJson } from '../serverFunctions/callPayload.server.ts'
import { currentRequest } from './currentRequest.server.ts'
import { rateLimitKey } from './ipAddresses.server.ts'
import { isSameOrigin } from './securityHeaders.server.ts'

/** What the endpoints have in common that pages report to in the background. They run before TanStack Start. */

export function refuseForeignBeacons(request: Request, appUrl: string) {
  if (request.method !== 'POST') throw methodNotAllowed('Events are sent with POST.')
  if (!isSameOrigin(request, appUrl)) throw forbidden('Events come from our own pages.')
}

interface BeaconLimit {
  maxBytes: number
  maxValues: number
}

export async function readBeaconBody(request: Request, { maxBytes, maxValues }: BeaconLimit): Promise<unknown> {
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > maxBytes) throw tooLarge()
  // A body without a declared length is counted while it arrives.
  const limited = length ? request : limitRequestBody(request, maxBytes, { createError: tooLarge })
  return parseJson(await limited.text(), { maxValues })
}

type FloodLimit = ReturnType<typeof createFloodLimit>

/** Bots, prefetches and floods are dropped. */
export function shouldCountBeacon({ headers }: Request, floodLimit: FloodLimit) {
  const userAgent = headers.get('user-agent') ?? ''
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? ''
  if (/prefetch|prerender|preview/.test(purpose) || readUserAgent(userAgent).isBot) return false
  return floodLimit.isWithin(currentRequest().clientIp, userAgent)
}

const WINDOW_MS = 60_000
/** No person views listings faster, nor do all browsers behind one address. */
const MAX_PER_VISITOR = 60
const MAX_PER_ADDRESS = 600
const MAX_COUNTERS = 20_000

/** Counts in memory for a minute at a time: a flood is dropped before it costs anything. */
export function createFloodLimit() {
  let counts = new Map<string, number>()
  /** By the monotonic clock: the system clock may be set back. */
  let windowStart = performance.now()

  function count(key: string) {
    const events = (counts.get(key) ?? 0) + 1
    counts.set(key, events)
    if (counts.size > MAX_COUNTERS) counts.delete(counts.keys().next().value ?? '')
    return events
  }

  return {
    isWithin(clientIp: string, userAgent: string) {
      const now = performance.now()
      if (now - windowStart > WINDOW_MS) {
        counts = new Map()
        windowStart = now
      }
      const address = rateLimitKey(clientIp)
      return count(address) <= MAX_PER_ADDRESS && count(`${address} ${userAgent}`) <= MAX_PER_VISITOR
    },
  }
}
